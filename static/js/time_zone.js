// Proposes the time zone of this device where its reader has chosen none yet.
"use strict";

for (const list of document.querySelectorAll("select[data-time-zone]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...list.options].some((each) => each.value === here)) list.value = here;
}
