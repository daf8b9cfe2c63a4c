"""Names for bots: first names of many languages, borne by women and men where possible.

They are written in letters that the site's own fonts have (Latin, Greek, Cyrillic): other letters would be boxes on
some machines. A bot's name never reads or looks like that of another player in the lobby.
"""

from collections.abc import Iterable
from random import Random, SystemRandom

from accounts.emblems import emblem_of_name, read_emblem
from accounts.names import name_skeleton

CHANCE = SystemRandom()

BOT_NAMES = (
    # Western and northern Europe
    *("Robin", "Charlie", "Alex", "Lou", "Rowan", "Morgan", "Quinn", "Rhys", "Ailbhe", "Eilidh"),
    *("Camille", "Maxime", "Dominique", "Claude", "Noor", "Sanne", "Jip", "Bente", "Kim", "Luca"),
    *("Mika", "Toni", "Sascha", "Kaja", "Eike", "Inge", "Aino", "Vieno", "Sól", "Tove", "Runa"),
    # Southern, central and eastern Europe
    *("Andrea", "Celeste", "Fiore", "Cruz", "Trini", "Reyes", "Amparo", "Iker", "Izar", "Duarte"),
    *("Zofia", "Bogna", "Vanja", "Saša", "Matija", "Ilinca", "Zsófi", "Ágota", "Daina", "Rasa"),
    *("Ελένη", "Άρης", "Женя", "Саша", "Олесь", "Мила", "Ніка"),
    # Africa, the Caucasus, the Middle East and Central Asia
    *("Amani", "Baraka", "Nia", "Themba", "Lerato", "Sipho", "Chidi", "Ife", "Ayo", "Kofi"),
    *("Awa", "Tiana", "Selam", "Abel", "Deniz", "Umut", "Evren", "Nino", "Arpi", "Parisa"),
    *("Aruzhan", "Timur", "Nergui"),
    # South and east Asia
    *("Kiran", "Asha", "Arjun", "Anjali", "Farhan", "Tenzin", "Nimal", "Mali", "Lanh", "Minh"),
    *("Dara", "Bayani", "Ligaya", "Putri", "Wayan", "Hikaru", "Aoi", "Makoto", "Jun"),
    *("Ming", "Xin", "Mei"),
    # The Americas and the Pacific
    *("Itzel", "Citlali", "Nayeli", "Killa", "Yupanqui", "Jaci", "Ubirajara", "Nahuel", "Ayelen"),
    *("Winona", "Kai", "Leilani", "Keola", "Aroha", "Manaia", "Tane", "Sione", "Malia"),
)


def pick_bot_name(
    *, taken: Iterable[str], worn: Iterable[str] = (), chance: Random = CHANCE
) -> str:
    """Return a name that no player in the lobby has; there are far more names than seats.

    The emblem that goes with it has another symbol and another ink than the `worn` ones, while there is one.
    """
    shapes = {name_skeleton(name) for name in taken}
    free = [name for name in BOT_NAMES if name_skeleton(name) not in shapes]
    at_table = [read_emblem(emblem) for emblem in worn]
    symbols, inks = {each.symbol for each in at_table}, {each.ink for each in at_table}
    own = {name: read_emblem(emblem_of_name(name)) for name in free}
    unlike = [name for name in free if own[name].symbol not in symbols]
    in_own_ink = [name for name in unlike if own[name].ink not in inks]
    return chance.choice(in_own_ink or unlike or free)
