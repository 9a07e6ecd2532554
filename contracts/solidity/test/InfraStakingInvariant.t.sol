// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {InfraStaking} from "../InfraStaking.sol";
import {InfraToken} from "../InfraToken.sol";
import {Test} from "./Test.sol";

/// @dev Calls any function that anyone may call, in any order. No call may fail.
contract Handler is Test {
    InfraToken private immutable token;
    InfraStaking private immutable staking;
    address private immutable owner;
    address[5] public people = [address(0x101), address(0x102), address(0x103), address(0x104), address(0x105)];

    uint256 public funded;
    uint256 public paid;
    uint256 public givenUp;
    uint256 public given;
    uint256 public acts;

    constructor(InfraToken token_, InfraStaking staking_, address owner_) {
        (token, staking, owner) = (token_, staking_, owner_);
    }

    /// @dev No action lessens anyone's rewards, except that taking them lessens one's own.
    modifier lessensNoRewards(uint256 who, bool takes) {
        acts++;
        uint256[5] memory before = earnings();
        _;
        uint256[5] memory after_ = earnings();
        for (uint256 i = 0; i < people.length; i++) {
            if (takes && i == who % people.length) continue;
            vm.assertLe(before[i], after_[i], "what is earned never becomes less");
        }
    }

    function stake(uint256 who, uint256 amount) external lessensNoRewards(who, false) {
        if (staking.paused()) return;
        address person = people[who % people.length];
        uint256 has = token.balanceOf(person);
        if (has == 0) return;
        vm.prank(person);
        staking.stake(within(amount, 1, has));
    }

    function withdraw(uint256 who, uint256 amount) external lessensNoRewards(who, false) {
        address person = people[who % people.length];
        uint256 has = staking.stakeOf(person);
        if (has == 0) return;
        vm.prank(person);
        staking.withdraw(within(amount, 1, has));
    }

    function claim(uint256 who) external lessensNoRewards(who, true) {
        address person = people[who % people.length];
        uint256 due = staking.earned(person);
        uint256 before = token.balanceOf(person);
        vm.prank(person);
        staking.claim();
        vm.assertEq(token.balanceOf(person) - before, due, "paid what was earned");
        paid += due;
    }

    function exit(uint256 who) external lessensNoRewards(who, true) {
        address person = people[who % people.length];
        paid += staking.earned(person);
        vm.prank(person);
        staking.exit();
        vm.assertEq(staking.stakeOf(person) + staking.earned(person), 0, "nothing left");
    }

    function emergencyWithdraw(uint256 who) external lessensNoRewards(who, true) {
        address person = people[who % people.length];
        if (staking.stakeOf(person) == 0) return;
        uint256 before = staking.earned(person);
        vm.prank(person);
        staking.emergencyWithdraw();
        givenUp += before - staking.earned(person);
    }

    function fund(uint256 amount) external lessensNoRewards(0, false) {
        amount = within(amount, 1, 1_000_000e18);
        if (token.balanceOf(owner) < amount) return;
        funded += amount;
        vm.prank(owner);
        staking.fund(amount);
    }

    function wait(uint256 seconds_) external lessensNoRewards(0, false) {
        skip(within(seconds_, 0, 40 days));
    }

    function setDuration(uint256 duration) external lessensNoRewards(0, false) {
        if (staking.periodEnd() > block.timestamp) return;
        vm.prank(owner);
        staking.setDuration(within(duration, 1 days, 100 days));
    }

    function pauseOrNot() external lessensNoRewards(0, false) {
        bool paused = staking.paused();
        vm.prank(owner);
        if (paused) staking.unpause();
        else staking.pause();
    }

    function give(uint256 amount) external lessensNoRewards(0, false) {
        amount = within(amount, 0, 1e18);
        given += amount;
        token.transfer(address(staking), amount);
    }

    function recover() external lessensNoRewards(0, false) {
        vm.prank(owner);
        staking.recover(token, address(this), given);
        given = 0;
    }

    function earnings() public view returns (uint256[5] memory each) {
        for (uint256 i = 0; i < people.length; i++) each[i] = staking.earned(people[i]);
    }
}

contract InfraStakingInvariantTest is Test {
    InfraToken private token;
    InfraStaking private staking;
    Handler private handler;
    address private owner = address(0xA11CE0);

    function setUp() public {
        vm.warp(1_800_000_000);
        token = InfraToken(deployCode("InfraToken.sol:InfraToken", abi.encode(address(this))));
        staking = InfraStaking(deployCode("InfraStaking.sol:InfraStaking", abi.encode(token, 30 days, owner)));
        handler = new Handler(token, staking, owner);
        token.transfer(owner, 500_000_000e18);
        token.transfer(address(handler), 100_000_000e18);
        vm.prank(owner);
        token.approve(address(staking), type(uint256).max);
        for (uint256 i = 0; i < 5; i++) {
            token.transfer(handler.people(i), 10 ** (6 * i));
            vm.prank(handler.people(i));
            token.approve(address(staking), type(uint256).max);
        }
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_K37_K13_theBalanceCoversStakesAndRewards() public view {
        uint256 stakes;
        uint256 owed;
        uint256[5] memory each = handler.earnings();
        for (uint256 i = 0; i < each.length; i++) {
            stakes += staking.stakeOf(handler.people(i));
            owed += each[i];
        }
        uint256 reserve = staking.reserve();
        vm.assertEq(stakes, staking.totalStaked(), "all stakes are the total");
        vm.assertEq(token.balanceOf(address(staking)), stakes + reserve + handler.given(), "all of it is there");
        vm.assertLe(owed, reserve, "what is owed is there beside the stakes");
        vm.assertEq(handler.funded(), handler.paid() + reserve, "what was funded is paid or in reserve");

        uint256 end = staking.periodEnd();
        uint256 left = end > block.timestamp ? ((end - block.timestamp) * staking.rate()) / 1e36 : 0;
        vm.assertLe(owed + left, reserve, "what is promised is there too");
        uint256 dust = handler.acts() + 10;
        vm.assertLe(reserve, owed + left + handler.givenUp() + dust, "nothing is lost, idle or not");
    }
}
