"""Blocks between people: who has blocked whom, and that a closed account leaves none."""

from accounts import blocks
from accounts.models import Block, User
from accounts.services import close_account, create_guest


def test_block_goes_one_way_and_ends(ana: User) -> None:
    bruno = create_guest(name="Bruno")
    assert blocks.block(user=ana, other=bruno)
    assert blocks.block(user=ana, other=bruno)
    assert blocks.is_blocked(bruno.pk, by=ana.pk)
    assert not blocks.is_blocked(ana.pk, by=bruno.pk)
    assert blocks.blocked_by(ana.pk) == {bruno.pk}
    assert blocks.blocked_people(ana) == [bruno]
    assert blocks.kept_apart(ana.pk) == {bruno.pk}
    assert blocks.kept_apart(bruno.pk) == {ana.pk}
    blocks.unblock(user=ana, other=bruno)
    assert not Block.objects.exists()


def test_nobody_blocks_themselves_or_a_closed_account(ana: User) -> None:
    gone = create_guest(name="Bruno")
    close_account(user=gone)
    assert not blocks.block(user=ana, other=ana)
    assert not blocks.block(user=ana, other=gone)
    assert not Block.objects.exists()


def test_visitors_are_not_blocked_and_block_nobody(ana: User) -> None:
    assert not blocks.is_blocked(None, by=ana.pk)
    assert blocks.blocked_by(None) == frozenset()


def test_closed_account_leaves_no_block_either_way(ana: User) -> None:
    bruno = create_guest(name="Bruno")
    blocks.block(user=ana, other=bruno)
    blocks.block(user=bruno, other=ana)
    close_account(user=bruno)
    assert not Block.objects.exists()
