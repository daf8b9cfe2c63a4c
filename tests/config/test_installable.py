"""The manifest, its icons and the service worker."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client


def test_manifest_names_icons_that_exist_in_the_size_they_claim(client: Client) -> None:
    response = client.get("/manifest.webmanifest", headers={"accept-language": "pl"})
    about = json.loads(response.content)

    assert response["Content-Type"] == "application/manifest+json"
    assert about["lang"] == "pl"
    pictures = [icon for icon in about["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in pictures} == {"192x192", "512x512"}
    assert {icon.get("purpose") for icon in pictures} == {None, "maskable"}
    for icon in pictures:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        with open(path, "rb") as file:  # noqa: PTH123
            head = file.read(24)
        width, height = (int.from_bytes(head[at : at + 4], "big") for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]


def test_service_worker_keeps_the_offline_page_and_its_style_only(client: Client) -> None:
    script = client.get("/sw.js")
    text = script.content.decode()
    files = re.search(r"const FILES = (\[.*?\]);", text)

    assert script["Content-Type"] == "text/javascript"
    assert files is not None
    kept = json.loads(files[1])
    page = client.get("/offline/").content.decode()
    assert all(name.startswith("/static/") for name in kept)
    assert set(re.findall(r'href="(/static/[^"]+)"', page)) <= set(kept)


@pytest.mark.parametrize("said", ["on", "off", "sideways"])
@pytest.mark.django_db
def test_device_says_on_the_first_paint_whether_it_streams(client: Client, said: str) -> None:
    client.cookies["device_streamer"] = said
    page = client.get("/").content.decode()

    assert f'data-streamer="{"on" if said == "on" else "off"}"' in page
