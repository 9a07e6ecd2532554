// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {InfraStaking} from "../InfraStaking.sol";
import {StakingFixture} from "./StakingFixture.sol";
import {Vm} from "./Test.sol";

contract InfraStakingFuzzTest is StakingFixture {
    function testFuzz_K19_rewardsAreSharedByStakeUpToRounding(uint256 a, uint256 b, uint256 amount, uint256 time) public {
        a = within(a, 1, 1_000_000e18);
        b = within(b, 1, 1_000_000e18);
        amount = within(amount, 1, REWARDS);
        time = within(time, 0, 2 * DURATION);
        stake(alice, a);
        stake(bob, b);
        fund(amount);
        skip(time);

        uint256 paidFor = time < DURATION ? time : DURATION;
        uint256 due = (amount * paidFor) / DURATION;
        uint256 alices = staking.earned(alice);
        uint256 bobs = staking.earned(bob);
        vm.assertLe(alices + bobs, due, "never more than is due");
        vm.assertLe(due - alices - bobs, 3, "and never less than a wei each, and one for the rate");
        uint256 share = (due * a) / (a + b);
        vm.assertLe(alices, share + 1, "alice, by her stake");
        vm.assertLe(share, alices + 2, "no less");
    }

    function testFuzz_stakingAndWithdrawingAtOnceNeitherGainsNorLoses(uint256 a, uint256 parts, uint256 time) public {
        a = within(a, 1, 1_000_000e18);
        parts = within(parts, 1, 10);
        fund(REWARDS);
        skip(within(time, 0, 2 * DURATION));
        stake(alice, a);
        for (uint256 i = 0; i < parts && staking.stakeOf(alice) > 0; i++) {
            uint256 part = a / parts == 0 ? 1 : a / parts;
            vm.prank(alice);
            staking.withdraw(part);
        }
        if (staking.stakeOf(alice) > 0) {
            vm.prank(alice);
            staking.exit();
        }
        vm.assertEq(token.balanceOf(alice), 1_000_000e18, "what was there before");
        vm.assertEq(staking.earned(alice), 0, "no time, no reward");
    }

    function testFuzz_K17_idleTimeIsNeverLost(uint256 before, uint256 idle, uint256 amount) public {
        before = within(before, 0, DURATION - 1);
        idle = within(idle, 0, 10 * DURATION);
        amount = within(amount, DURATION, REWARDS);
        stake(alice, 5);
        fund(amount);
        skip(before);
        vm.prank(alice);
        staking.exit();
        skip(idle);
        stake(bob, 5);
        skip(DURATION);
        vm.prank(bob);
        staking.exit();
        vm.assertLe(staking.reserve(), 3, "all but the dust is paid");
        vm.assertEq(token.balanceOf(address(staking)), staking.reserve(), "and the dust is there");
    }

    function testFuzz_K25_fewSecondsEarnNoMoreThanTheRate(uint256 a, uint256 amount, uint256 time, uint256 moment) public {
        amount = within(amount, 1, REWARDS);
        moment = within(moment, 0, 15);
        stake(alice, within(a, 1, 1_000_000e18));
        fund(amount);
        skip(within(time, 0, 2 * DURATION));
        uint256 then = staking.earned(alice);
        skip(moment);
        vm.assertLe(staking.earned(alice) - then, (amount * moment) / DURATION + 1, "no more than the rate");
    }

    function testFuzz_recoverTakesOnlyTheSurplus(uint256 a, uint256 amount, uint256 gift, uint256 asked) public {
        a = within(a, 0, 1_000_000e18);
        amount = within(amount, 1, REWARDS);
        gift = within(gift, 0, 1e24);
        asked = within(asked, 0, 2e24);
        if (a > 0) stake(alice, a);
        fund(amount);
        token.transfer(address(staking), gift);
        vm.prank(owner);
        if (asked > gift) {
            vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__NotRecoverable.selector, asked, gift));
            staking.recover(token, eve, asked);
        } else {
            staking.recover(token, eve, asked);
            vm.assertEq(token.balanceOf(eve), asked, "the surplus");
        }
        vm.assertLe(a + amount, token.balanceOf(address(staking)), "stake and rewards");
    }

    /// @dev Stakes and reserve can be computed from the events alone.
    function testFuzz_K38_theEventsGiveTheWholeState(uint256[16] calldata acts) public {
        vm.recordLogs();
        fund(REWARDS);
        for (uint256 i = 0; i < acts.length; i++) act(acts[i]);

        Vm.Log[] memory logs = vm.getRecordedLogs();
        int256 total;
        int256 alices;
        int256 reserve;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(staking)) continue;
            bytes32 kind = logs[i].topics[0];
            int256 amount = int256(abi.decode(logs[i].data, (uint256)));
            if (kind == InfraStaking.Funded.selector) reserve += amount;
            if (kind == InfraStaking.Claimed.selector) reserve -= amount;
            int256 change = kind == InfraStaking.Staked.selector
                ? amount
                : kind == InfraStaking.Withdrawn.selector || kind == InfraStaking.EmergencyWithdrawn.selector
                    ? -amount
                    : int256(0);
            total += change;
            if (address(uint160(uint256(logs[i].topics[1]))) == alice) alices += change;
        }
        vm.assertEq(staking.totalStaked(), uint256(total), "total");
        vm.assertEq(staking.stakeOf(alice), uint256(alices), "alice");
        vm.assertEq(staking.reserve(), uint256(reserve), "reserve");
    }

    function act(uint256 choice) private {
        address who = choice % 2 == 0 ? alice : bob;
        uint256 kind = (choice >> 8) % 6;
        uint256 has = staking.stakeOf(who);
        skip((choice >> 16) % 10 days);
        vm.startPrank(who);
        if (kind < 2) staking.stake(within(choice >> 64, 1, 1000e18));
        else if (kind == 2 && has > 0) staking.withdraw(within(choice >> 64, 1, has));
        else if (kind == 3) staking.claim();
        else if (kind == 4) staking.exit();
        else if (kind == 5 && has > 0) staking.emergencyWithdraw();
        vm.stopPrank();
    }
}
