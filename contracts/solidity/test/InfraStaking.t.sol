// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {InfraStaking} from "../InfraStaking.sol";
import {BlacklistToken, CallingToken, FeeToken, OddToken, ZeroRefusingToken} from "./OddTokens.sol";
import {StakingFixture} from "./StakingFixture.sol";

contract InfraStakingTest is StakingFixture {
    // Staking

    function test_K01_refusesAStakeOfZero() public {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__ZeroAmount.selector));
        staking.stake(0);
    }

    function test_K02_refusesAStakeAboveTheBalanceOrTheAllowance() public {
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, alice, 1_000_000e18, 1_000_000e18 + 1)
        );
        staking.stake(1_000_000e18 + 1);

        token.transfer(eve, 5);
        vm.prank(eve);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(staking), 0, 5)
        );
        staking.stake(5);
    }

    function test_countsStakes() public {
        vm.expectEmit(address(staking));
        emit InfraStaking.Staked(alice, 10);
        stake(alice, 10);
        stake(alice, 5);
        stake(bob, 1);
        vm.assertEq(staking.stakeOf(alice), 15, "alice");
        vm.assertEq(staking.stakeOf(bob), 1, "bob");
        vm.assertEq(staking.totalStaked(), 16, "total");
        vm.assertEq(token.balanceOf(address(staking)), 16, "balance");
    }

    function test_K07_refusesATokenThatTakesAFee() public {
        InfraStaking with = deployedWith(new FeeToken());
        bytes memory refusal = abi.encodeWithSelector(InfraStaking.InfraStaking__TokenTakesFee.selector, 1000, 990);
        vm.prank(alice);
        vm.expectRevert(refusal);
        with.stake(1000);
        vm.prank(owner);
        vm.expectRevert(refusal);
        with.fund(1000);
    }

    function test_K34_stakesWithAPermitEvenIfAFrontRunnerUsedIt() public {
        vm.prank(alice);
        token.approve(address(staking), 0);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = permit(aliceKey, 70, deadline, 0);
        vm.prank(alice);
        staking.stakeWithPermit(70, deadline, v, r, s);
        vm.assertEq(staking.stakeOf(alice), 70, "in one go");

        (v, r, s) = permit(aliceKey, 30, deadline, 1);
        token.permit(alice, address(staking), 30, deadline, v, r, s);
        vm.prank(alice);
        staking.stakeWithPermit(30, deadline, v, r, s);
        vm.assertEq(staking.stakeOf(alice), 100, "after the front-runner");

        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(staking), 0, 30)
        );
        staking.stakeWithPermit(30, deadline, v, r, s);
    }

    function test_refusesThePermitOfAnotherAccount() public {
        token.transfer(eve, 10);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = permit(aliceKey, 10, deadline, 0);
        vm.prank(eve);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(staking), 0, 10)
        );
        staking.stakeWithPermit(10, deadline, v, r, s);
    }

    // Rewards

    function test_aSoleStakerEarnsTheRatePerSecond() public {
        stake(alice, 1);
        fund(REWARDS);
        vm.assertEq(staking.earned(alice), 0, "at once");
        skip(1);
        vm.assertEq(staking.earned(alice), 1e18, "after a second");
        skip(DURATION - 2);
        vm.assertEq(staking.earned(alice), REWARDS - 1e18, "a second before the end");
        skip(DURATION);
        vm.assertEq(staking.earned(alice), REWARDS, "in the end");
        vm.assertEq(staking.earned(bob), 0, "bob did not stake");
    }

    function test_twoStakersShareByStakeAndTime() public {
        stake(alice, 400);
        fund(REWARDS);
        skip(10);
        stake(bob, 100);
        skip(10);
        vm.assertEq(staking.earned(alice), 10e18 + 8e18, "alice");
        vm.assertEq(staking.earned(bob), 2e18, "bob");
        stake(alice, 500);
        skip(10);
        vm.assertEq(staking.earned(alice), 18e18 + 9e18, "alice, with more");
        vm.assertEq(staking.earned(bob), 2e18 + 1e18, "bob, beside more");
    }

    function test_K04_aClaimOfNothingDoesNothing() public {
        vm.recordLogs();
        vm.prank(alice);
        staking.claim();
        vm.assertEq(vm.getRecordedLogs().length, 0, "no event, no transfer");
    }

    function test_aClaimPaysEarnedRewardsOnce() public {
        stake(alice, 100);
        fund(REWARDS);
        skip(50);
        uint256 before = token.balanceOf(alice);
        vm.expectEmit(address(staking));
        emit InfraStaking.Claimed(alice, 50e18);
        vm.prank(alice);
        staking.claim();
        vm.prank(alice);
        staking.claim();
        vm.assertEq(token.balanceOf(alice), before + 50e18, "paid");
        vm.assertEq(staking.earned(alice), 0, "nothing left");
        vm.assertEq(staking.reserve(), REWARDS - 50e18, "reserve");
        vm.assertEq(staking.stakeOf(alice), 100, "stake untouched");
    }

    function test_K17_timeWithoutStakesExtendsThePeriod() public {
        fund(REWARDS);
        uint256 began = this.nowSeconds();
        skip(40 days);
        vm.assertEq(staking.periodEnd(), began + 40 days + DURATION, "before the next action");
        stake(alice, 1);
        vm.assertEq(staking.periodEnd(), began + 40 days + DURATION, "after a stake");
        skip(60 days);
        vm.assertEq(staking.periodEnd(), began + 40 days + DURATION, "while somebody is staked");
        vm.prank(alice);
        staking.withdraw(1);
        skip(1000 days);
        vm.assertEq(staking.periodEnd(), began + 1040 days + DURATION, "past its first end");
        stake(bob, 1);
        skip(1000 days);
        vm.assertEq(staking.earned(alice), (REWARDS * 60) / 100, "alice");
        vm.assertEq(staking.earned(bob), (REWARDS * 40) / 100, "bob");
    }

    function test_anEndedPeriodIsNotExtended() public {
        stake(alice, 1);
        fund(REWARDS);
        uint256 end = staking.periodEnd();
        skip(DURATION + 5 days);
        vm.prank(alice);
        staking.withdraw(1);
        skip(5 days);
        vm.assertEq(staking.periodEnd(), end, "still the old end");
        stake(bob, 1);
        skip(5 days);
        vm.assertEq(staking.earned(bob), 0, "nothing is left to earn");
        vm.assertEq(staking.earned(alice), REWARDS, "alice earned all");
    }

    function test_aPeriodEndsExactlyAfterItsDuration() public {
        stake(alice, 1);
        fund(REWARDS);
        skip(DURATION);
        vm.prank(alice);
        staking.withdraw(1);
        skip(1 days);
        vm.assertEq(staking.periodEnd(), this.nowSeconds() - 1 days, "ended in the second in which it was left");
    }

    function test_K25_fifteenSecondsEarnFifteenSecondsOfTheRate() public {
        stake(alice, 100);
        fund(REWARDS);
        skip(10 days);
        uint256 at = staking.earned(alice);
        skip(15);
        vm.assertEq(staking.earned(alice) - at, 15e18, "no more than the rate");
    }

    // Withdrawing

    function test_aWithdrawalReturnsTheStake() public {
        stake(alice, 100);
        uint256 before = token.balanceOf(alice);
        vm.expectEmit(address(staking));
        emit InfraStaking.Withdrawn(alice, 40);
        vm.prank(alice);
        staking.withdraw(40);
        vm.assertEq(token.balanceOf(alice), before + 40, "balance");
        vm.assertEq(staking.stakeOf(alice), 60, "stake");
        vm.assertEq(staking.totalStaked(), 60, "total");
    }

    function test_refusesAWithdrawalAboveTheStakeOrOfZero() public {
        stake(alice, 100);
        stake(bob, 100);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__StakeTooSmall.selector, 101, 100));
        staking.withdraw(101);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__ZeroAmount.selector));
        staking.withdraw(0);
    }

    function test_K05_exitWithdrawsStakeAndRewards() public {
        stake(alice, 100);
        fund(REWARDS);
        skip(50);
        vm.prank(alice);
        staking.exit();
        vm.assertEq(token.balanceOf(alice), 1_000_000e18 + 50e18, "stake and rewards");
        vm.assertEq(staking.stakeOf(alice), 0, "no stake");
        vm.assertEq(staking.earned(alice), 0, "nothing earned");
        vm.assertEq(staking.totalStaked(), 0, "nobody");
        vm.recordLogs();
        vm.prank(alice);
        staking.exit();
        vm.assertEq(vm.getRecordedLogs().length, 0, "a second time it does nothing");
    }

    function test_anEmergencyWithdrawalReturnsTheStakeAndForfeitsRewards() public {
        stake(alice, 300);
        stake(bob, 100);
        fund(REWARDS);
        skip(10);
        vm.prank(alice);
        staking.claim();
        skip(10);
        uint256 before = token.balanceOf(alice);
        vm.expectEmit(address(staking));
        emit InfraStaking.EmergencyWithdrawn(alice, 300);
        vm.prank(alice);
        staking.emergencyWithdraw();
        vm.assertEq(token.balanceOf(alice), before + 300, "the stake");
        vm.assertEq(staking.stakeOf(alice), 0, "no stake");
        vm.assertEq(staking.earned(alice), 0, "what was earned since is given up");
        vm.assertEq(staking.earned(bob), 2.5e18 + 10e18, "to bob, who stayed");
        vm.assertEq(staking.totalStaked(), 100, "total");
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__ZeroAmount.selector));
        staking.emergencyWithdraw();
        skip(10);
        vm.prank(bob);
        staking.exit();
        vm.assertEq(token.balanceOf(bob), 1_000_000e18 + 22.5e18, "and bob is paid");
    }

    function test_K10_worksWithATokenThatRefusesTransfersOfZero() public {
        InfraStaking with = deployedWith(new ZeroRefusingToken());
        vm.startPrank(alice);
        with.stake(10);
        with.claim();
        with.exit();
        with.exit();
        vm.stopPrank();
        vm.assertEq(with.totalStaked(), 0, "nothing left");
    }

    function test_K11_anAccountThatCannotBePaidBlocksNobodyElse() public {
        BlacklistToken odd = new BlacklistToken();
        InfraStaking with = deployedWith(odd);
        vm.prank(alice);
        with.stake(10);
        vm.prank(bob);
        with.stake(10);
        odd.list(alice);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(BlacklistToken.Listed.selector, alice));
        with.exit();
        vm.prank(bob);
        with.exit();
        vm.assertEq(with.totalStaked(), 10, "bob is out");
    }

    // Funding

    function test_aFundingIsTakenFromTheOwnerForOneDuration() public {
        uint256 before = token.balanceOf(owner);
        vm.expectEmit(address(staking));
        emit InfraStaking.Funded(owner, REWARDS, 1e18 * 1e36, block.timestamp + DURATION);
        fund(REWARDS);
        vm.assertEq(token.balanceOf(owner), before - REWARDS, "pulled");
        vm.assertEq(staking.rate(), 1e18 * 1e36, "rate");
        vm.assertEq(staking.reserve(), REWARDS, "reserve");
        vm.assertEq(staking.periodEnd(), block.timestamp + DURATION, "end");
    }

    function test_anotherFundingAddsToTheRemainingRewards() public {
        stake(alice, 1);
        fund(REWARDS);
        skip(50 days);
        fund(REWARDS);
        vm.assertEq(staking.rate(), 1.5e18 * 1e36, "half of the first and all of the second");
        vm.assertEq(staking.reserve(), 2 * REWARDS, "reserve");
        skip(DURATION);
        vm.assertEq(staking.earned(alice), 2 * REWARDS, "all of it");
        skip(1 days);
        fund(REWARDS);
        vm.assertEq(staking.rate(), 1e18 * 1e36, "nothing was left over");
    }

    function test_K14_refusesAFundingAboveTheAllowanceOrOfZero() public {
        vm.prank(owner);
        token.approve(address(staking), 5);
        vm.prank(owner);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(staking), 5, 6)
        );
        staking.fund(6);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__ZeroAmount.selector));
        staking.fund(0);
    }

    function test_limitsASingleFunding() public {
        OddToken odd = new ZeroRefusingToken();
        InfraStaking with = deployedWith(odd);
        uint256 max = 1e30;
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__FundingTooLarge.selector, max + 1, max));
        with.fund(max + 1);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, owner, 1e24, max));
        with.fund(max);
    }

    function test_K13_neverPaysRewardsFromStakes() public {
        stake(alice, 1_000_000e18);
        stake(bob, 1);
        fund(100);
        skip(2 * DURATION);
        vm.prank(alice);
        staking.claim();
        vm.prank(bob);
        staking.exit();
        vm.assertEq(token.balanceOf(address(staking)), 1_000_000e18 + staking.reserve(), "alice's stake is there");
        vm.prank(alice);
        staking.withdraw(1_000_000e18);
    }

    function test_K19_roundingLeavesAtMostThreeWei() public {
        stake(alice, 3);
        stake(bob, 4);
        fund(1_000_003);
        skip(DURATION);
        uint256 paid = staking.earned(alice) + staking.earned(bob);
        vm.assertLe(paid, 1_000_003, "never more than was given");
        vm.assertLe(1_000_003 - paid, 3, "a wei each, and one for the rate");
    }

    // Owner only

    function test_K16_refusesTheOwnersFunctionsToOthers() public {
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, alice);
        vm.startPrank(alice);
        vm.expectRevert(refusal);
        staking.fund(1);
        vm.expectRevert(refusal);
        staking.setDuration(2 days);
        vm.expectRevert(refusal);
        staking.pause();
        vm.expectRevert(refusal);
        staking.unpause();
        vm.expectRevert(refusal);
        staking.recover(token, alice, 1);
        vm.expectRevert(refusal);
        staking.transferOwnership(alice);
    }

    function test_ownershipIsTransferredInTwoSteps() public {
        vm.prank(owner);
        staking.transferOwnership(bob);
        vm.assertEq(staking.owner(), owner, "not yet");
        vm.prank(bob);
        staking.acceptOwnership();
        vm.assertEq(staking.owner(), bob, "now");
    }

    /// @dev [finding X13]
    function test_X13_ownershipCannotBeRenouncedEvenWhilePaused() public {
        vm.startPrank(owner);
        staking.pause();
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__OwnerRequired.selector));
        staking.renounceOwnership();
        staking.transferOwnership(address(0));
        vm.assertEq(staking.owner(), owner, "not transferred");
        staking.unpause();
        vm.stopPrank();
        stake(alice, 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__OwnerRequired.selector));
        staking.renounceOwnership();
    }

    function test_K26_theDurationChangesOnlyBetweenPeriods() public {
        stake(alice, 1);
        fund(REWARDS);
        uint256 end = staking.periodEnd();
        skip(DURATION - 1);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__PeriodRunning.selector, end));
        staking.setDuration(30 days);
        skip(1);
        vm.expectEmit(address(staking));
        emit InfraStaking.DurationChanged(30 days);
        vm.prank(owner);
        staking.setDuration(30 days);
        vm.assertEq(staking.duration(), 30 days, "changed");
    }

    function test_aDurationIsFromOneDayToFourYears() public {
        vm.startPrank(owner);
        vm.expectRevert(outOfRange(1 days - 1));
        staking.setDuration(1 days - 1);
        vm.expectRevert(outOfRange(1461 days + 1));
        staking.setDuration(1461 days + 1);
        staking.setDuration(1 days);
        staking.setDuration(1461 days);
        vm.expectRevert(outOfRange(0));
        this.deployAgain(0, owner);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        this.deployAgain(1 days, address(0));
    }

    function test_aPauseStopsOnlyNewStakes() public {
        stake(alice, 100);
        stake(bob, 100);
        fund(REWARDS);
        skip(10);
        vm.prank(owner);
        staking.pause();
        bytes memory refusal = abi.encodeWithSelector(Pausable.EnforcedPause.selector);
        vm.prank(alice);
        vm.expectRevert(refusal);
        staking.stake(1);
        (uint8 v, bytes32 r, bytes32 s) = permit(aliceKey, 1, block.timestamp, 0);
        vm.prank(alice);
        vm.expectRevert(refusal);
        staking.stakeWithPermit(1, block.timestamp, v, r, s);

        vm.startPrank(alice);
        staking.claim();
        staking.withdraw(50);
        staking.exit();
        vm.stopPrank();
        vm.prank(bob);
        staking.emergencyWithdraw();
        fund(1);
        vm.prank(owner);
        staking.unpause();
        stake(alice, 1);
    }

    function test_K28_stakesAndRewardsCannotBeRecovered() public {
        stake(alice, 100);
        fund(1000);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__NotRecoverable.selector, 1, 0));
        staking.recover(token, owner, 1);
        token.transfer(address(staking), 7);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(InfraStaking.InfraStaking__NotRecoverable.selector, 8, 7));
        staking.recover(token, owner, 8);
        vm.expectEmit(address(staking));
        emit InfraStaking.Recovered(address(token), eve, 7);
        vm.prank(owner);
        staking.recover(token, eve, 7);
        vm.assertEq(token.balanceOf(eve), 7, "the surplus");
        vm.assertEq(token.balanceOf(address(staking)), 1100, "stakes and rewards");
    }

    function test_anotherTokenCanBeRecoveredInFull() public {
        IERC20 stray = new ZeroRefusingToken();
        stray.transfer(address(staking), 9);
        stake(alice, 100);
        vm.prank(owner);
        staking.recover(stray, eve, 9);
        vm.assertEq(stray.balanceOf(eve), 9, "all of it");
    }

    // Attacks

    function test_K22_K23_aDirectTransferChangesAndEarnsNothing() public {
        stake(eve_(1), 1);
        token.transfer(address(staking), 500_000e18);
        stake(alice, 100);
        vm.assertEq(staking.stakeOf(alice), 100, "all of it is counted");
        vm.assertEq(staking.totalStaked(), 101, "and nothing else");
        vm.assertEq(staking.earned(alice) + staking.earned(eve), 0, "nobody earns from it");
        vm.prank(eve);
        staking.exit();
        vm.assertEq(token.balanceOf(eve), 1, "eve gets her one back");
    }

    function test_K40_etherIsRefusedAndForcedEtherHasNoEffect() public {
        vm.deal(address(this), 1 ether);
        (bool taken, bytes memory answer) = address(staking).call{value: 1}("");
        vm.assertTrue(!taken && answer.length == 0, "refused");
        (taken,) = address(staking).call{value: 1}(abi.encodeCall(staking.claim, ()));
        vm.assertTrue(!taken, "refused with a call too");
        vm.deal(address(staking), 1 ether);
        stake(alice, 10);
        vm.prank(alice);
        staking.exit();
        vm.assertEq(token.balanceOf(alice), 1_000_000e18, "as usual");
    }

    function test_refusesReentrantCalls() public {
        CallingToken odd = new CallingToken();
        InfraStaking with = deployedWith(odd);
        vm.startPrank(alice);
        with.stake(100);
        vm.stopPrank();
        vm.prank(owner);
        with.fund(1e18);
        skip(1000);

        bytes[6] memory inner = [
            abi.encodeCall(with.stake, (1)),
            abi.encodeCall(with.withdraw, (1)),
            abi.encodeCall(with.claim, ()),
            abi.encodeCall(with.exit, ()),
            abi.encodeCall(with.emergencyWithdraw, ()),
            abi.encodeCall(with.stakeWithPermit, (1, 0, 0, 0, 0))
        ];
        for (uint256 i = 0; i < inner.length; i++) {
            bytes[4] memory outer = [
                abi.encodeCall(with.stake, (1)),
                abi.encodeCall(with.withdraw, (1)),
                abi.encodeCall(with.claim, ()),
                abi.encodeCall(with.emergencyWithdraw, ())
            ];
            for (uint256 j = 0; j < outer.length; j++) {
                skip(10);
                expectInnerCallRefused(odd, with, outer[j], inner[i]);
            }
            skip(10);
            vm.prank(alice);
            with.stake(100);
            expectInnerCallRefused(odd, with, abi.encodeCall(with.exit, ()), inner[i]);
            vm.prank(alice);
            with.stake(100);
        }
    }

    function test_refusesReentrantCallsOfTheOwner() public {
        CallingToken odd = new CallingToken();
        InfraStaking with = deployedWith(odd);
        vm.prank(owner);
        with.transferOwnership(address(odd));
        vm.prank(address(odd));
        with.acceptOwnership();
        odd.transfer(address(odd), 1000);
        vm.prank(address(odd));
        odd.approve(address(with), 1000);
        expectInnerCallRefused(odd, with, abi.encodeCall(with.stake, (1)), abi.encodeCall(with.fund, (1)));
        odd.transfer(address(with), 10);
        bytes memory recover = abi.encodeCall(with.recover, (odd, eve, 1));
        expectInnerCallRefused(odd, with, abi.encodeCall(with.withdraw, (1)), recover);
        odd.callBack(address(with), abi.encodeCall(with.claim, ()));
        vm.prank(address(odd));
        with.fund(5);
        expectReentrancyRefused(odd);
        odd.callBack(address(with), abi.encodeCall(with.claim, ()));
        vm.prank(address(odd));
        with.recover(odd, eve, 1);
        expectReentrancyRefused(odd);
    }

    /// @dev An external call, so that its failure can be expected.
    function deployAgain(uint256 duration, address owner_) external {
        deploy(token, duration, owner_);
    }

    function expectInnerCallRefused(CallingToken odd, InfraStaking with, bytes memory outer, bytes memory inner) private {
        odd.callBack(address(with), inner);
        vm.prank(alice);
        (bool done,) = address(with).call(outer);
        vm.assertTrue(done, "the outer call");
        expectReentrancyRefused(odd);
    }

    function expectReentrancyRefused(CallingToken odd) private view {
        bytes32 refusal = keccak256(abi.encodeWithSelector(ReentrancyGuard.ReentrancyGuardReentrantCall.selector));
        vm.assertTrue(keccak256(odd.answer()) == refusal, "the inner call");
    }

    function eve_(uint256 tokens) private returns (address) {
        token.transfer(eve, tokens);
        approve(eve);
        return eve;
    }

    function outOfRange(uint256 asked) private pure returns (bytes memory) {
        return abi.encodeWithSelector(
            InfraStaking.InfraStaking__DurationOutOfRange.selector, asked, 1 days, 1461 days
        );
    }

    function permit(uint256 key, uint256 amount, uint256 deadline, uint256 nonce)
        private
        view
        returns (uint8 v, bytes32 r, bytes32 s)
    {
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 inner = keccak256(abi.encode(typeHash, vm.addr(key), address(staking), amount, nonce, deadline));
        return vm.sign(key, keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), inner)));
    }
}
