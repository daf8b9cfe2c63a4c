"""Devices for pushes: who registers which, what is refused, and when they end; addresses that lead nowhere private."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client, RequestFactory

from accounts.delivery_models import PushDevice
from accounts.models import User
from accounts.push import Push, new_keys, public_key
from accounts.push_devices import DEVICES_A_PERSON, is_allowed, register
from accounts.push_sending import PrivateAddressError, is_on_the_open_network, send
from accounts.services import close_account
from tests.accounts.conftest import PASSWORD
from tests.push_service import Browser, PushService, as_bytes

DEVICES = "/accounts/notices/devices/"
RENEW = "/accounts/notices/devices/renew/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


@pytest.fixture(autouse=True)
def _keys(settings: Any) -> None:
    settings.WEB_PUSH_PRIVATE_KEY, _public = new_keys()
    settings.WEB_PUSH_CONTACT = "mailto:somebody@example.org"


@pytest.fixture
def browser() -> Browser:
    return Browser(PushService(port=443))


def test_command_writes_keys_that_the_site_takes(capsys: Any, settings: Any) -> None:
    call_command("push_keys")
    lines = capsys.readouterr().out.splitlines()
    settings.WEB_PUSH_PRIVATE_KEY = lines[1].removeprefix("WEB_PUSH_PRIVATE_KEY=")
    assert len(as_bytes(settings.WEB_PUSH_PRIVATE_KEY)) == 32
    assert lines[0].endswith(public_key())
    assert len(as_bytes(public_key())) == 65


def test_browser_is_registered_and_listed(client: Client, ana: User, browser: Browser) -> None:
    client.force_login(ana)
    answer = client.post(DEVICES, browser.subscription, headers={"User-Agent": FIREFOX})
    assert answer.status_code == 204
    page = client.get("/accounts/notices/settings/").content.decode()
    assert "Firefox on Linux" in page
    assert f'data-key="{public_key()}"' in page
    device = PushDevice.objects.get()
    # Whoever knows the address could write there.
    assert device.endpoint not in page
    assert client.post(DEVICES, {"forget": str(device.pk)}).status_code == 302
    assert not PushDevice.objects.exists()


def test_without_keys_nothing_is_offered(
    client: Client, ana: User, browser: Browser, settings: Any
) -> None:
    settings.WEB_PUSH_PRIVATE_KEY = ""
    client.force_login(ana)
    page = client.get("/accounts/notices/settings/").content.decode()
    assert "push.js" not in page
    assert "_push" not in page
    assert client.post(DEVICES, browser.subscription).status_code == 404


def test_nobody_forgets_the_device_of_somebody_else(
    client: Client, ana: User, guest: User, browser: Browser
) -> None:
    client.force_login(ana)
    client.post(DEVICES, browser.subscription)
    client.force_login(guest)
    client.post(DEVICES, {"forget": str(PushDevice.objects.get().pk)})
    assert PushDevice.objects.get().user == ana


def test_browser_that_wants_none_any_more_is_forgotten(
    client: Client, ana: User, guest: User, browser: Browser
) -> None:
    client.force_login(ana)
    client.post(DEVICES, browser.subscription)
    former = {"former": browser.subscription["endpoint"]}
    stranger = Client()
    stranger.force_login(guest)
    assert stranger.post(DEVICES, former).status_code == 204
    assert PushDevice.objects.count() == 1
    assert client.post(DEVICES, former).status_code == 204
    assert not PushDevice.objects.exists()
    assert "gets no more pushes" in client.get("/accounts/notices/settings/").content.decode()


def test_browser_belongs_to_whoever_registered_it_last(
    client: Client, ana: User, guest: User, browser: Browser
) -> None:
    for user in (ana, guest, guest):
        client.force_login(user)
        client.post(DEVICES, browser.subscription)
    assert PushDevice.objects.get().user == guest


def test_eleventh_device_takes_the_place_of_the_oldest(client: Client, ana: User) -> None:
    client.force_login(ana)
    service = PushService(port=443)
    for number in range(DEVICES_A_PERSON + 1):
        client.post(DEVICES, Browser(service, str(number)).subscription)
    names = [each.endpoint.rpartition("/")[2] for each in PushDevice.objects.all()]
    assert names == [str(number) for number in range(1, DEVICES_A_PERSON + 1)]


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": ""},
        {"endpoint": "ftp://push.example.org/x"},
        {"endpoint": "https://push.example.org/" + 1000 * "x"},
        {"p256dh": ""},
        {"p256dh": 87 * "A"},
        {"auth": "short"},
        {"auth": 22 * "ä"},
    ],
)
def test_what_no_browser_sends_is_refused(
    client: Client, ana: User, browser: Browser, change: dict[str, str]
) -> None:
    client.force_login(ana)
    answer = client.post(DEVICES, browser.subscription | change)
    assert answer.status_code == 400
    assert "cannot use" in answer.content.decode()
    assert not PushDevice.objects.exists()


def test_worker_renews_only_what_it_had(client: Client, ana: User, guest: User) -> None:
    service = PushService(port=443)
    former, next_ = Browser(service, "former"), Browser(service, "next")
    asked = next_.subscription | {"former": former.subscription["endpoint"]}
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(RENEW, asked).status_code == 403
    client.force_login(ana)
    client.post(DEVICES, former.subscription)
    strict.force_login(guest)
    assert strict.post(RENEW, asked).status_code == 403
    strict.force_login(ana)
    assert strict.post(RENEW, asked).status_code == 204
    assert PushDevice.objects.get().endpoint == next_.subscription["endpoint"]


def test_device_ends_with_the_session_that_registered_it(client: Client, ana: User) -> None:
    service = PushService(port=443)
    other = Client()
    for each, name in ((client, "here"), (other, "there")):
        each.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
        assert each.post(DEVICES, Browser(service, name).subscription).status_code == 204
    client.post("/accounts/logout/")
    assert PushDevice.objects.get().endpoint.endswith("/there")
    client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    client.post("/accounts/sessions/", {"others": ""})
    assert not PushDevice.objects.exists()


def test_device_ends_with_the_account(client: Client, ana: User, browser: Browser) -> None:
    client.force_login(ana)
    client.post(DEVICES, browser.subscription)
    close_account(user=ana)
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    ("endpoint", "is_fine"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com:443/wpush/v2/x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com:22/x", False),
        ("https://user@fcm.googleapis.com/x", False),
        ("https://localhost/x", False),
        ("https:///x", False),
        ("https://[::1/x", False),
        ("https://a.example:99999999/x", False),
    ],
)
def test_address_is_one_of_the_open_network(endpoint: str, is_fine: bool, settings: Any) -> None:
    settings.WEB_PUSH_ANYWHERE = False
    assert is_allowed(endpoint) is is_fine


@pytest.mark.parametrize(
    ("address", "is_open"),
    [
        ("8.8.8.8", True),
        ("2a00:1450:4001:80b::200a", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
    ],
)
def test_private_addresses_are_known(address: str, is_open: bool) -> None:
    assert is_on_the_open_network(address) is is_open


def test_name_that_leads_to_this_machine_gets_not_one_byte(settings: Any) -> None:
    settings.WEB_PUSH_ANYWHERE = False
    heard: list[bytes] = []

    class Listener(HTTPServer):
        def process_request(self, request: Any, client_address: Any) -> None:
            request.settimeout(2)
            heard.append(request.recv(1))
            self.shutdown_request(request)

    server = Listener(("127.0.0.1", 0), BaseHTTPRequestHandler)
    thread = threading.Thread(target=server.handle_request, daemon=True)
    thread.start()
    subscription = Browser(PushService(port=1)).subscription
    push = Push(
        endpoint=f"https://localhost:{server.server_port}/x",
        p256dh=subscription["p256dh"],
        auth=subscription["auth"],
        payload="{}",
        topic="t",
        keep_seconds=60,
        is_urgent=False,
    )
    with pytest.raises(Exception, match="private network") as failure:
        send(push)
    assert any(
        isinstance(each, PrivateAddressError) or "private network" in str(each)
        for each in (failure.value, failure.value.__cause__, failure.value.__context__)
    )
    thread.join(5)
    server.server_close()
    assert heard == [b""]


def test_service_of_this_machine_is_refused_at_once(
    ana: User, rf: RequestFactory, settings: Any
) -> None:
    settings.WEB_PUSH_ANYWHERE = False
    request = rf.post("/")
    with pytest.raises(ValidationError):
        register(request, user=ana, **Browser(PushService(port=80)).subscription)
