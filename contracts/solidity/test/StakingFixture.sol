// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {InfraStaking} from "../InfraStaking.sol";
import {InfraToken} from "../InfraToken.sol";
import {Test} from "./Test.sol";

/// @dev The token, the contract, an owner with rewards, and two stakers.
abstract contract StakingFixture is Test {
    uint256 internal constant DURATION = 100 days;
    uint256 internal constant REWARDS = 8_640_000e18;

    address internal owner = address(0xA11CE0);
    uint256 internal constant aliceKey = 0xA11CE;
    address internal alice = vm.addr(aliceKey);
    address internal bob = address(0xB0B);
    address internal eve = address(0xE5E);

    InfraToken internal token;
    InfraStaking internal staking;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        token = InfraToken(deployCode("InfraToken.sol:InfraToken", abi.encode(address(this))));
        staking = deploy(token, DURATION, owner);
        token.transfer(owner, 100_000_000e18);
        token.transfer(alice, 1_000_000e18);
        token.transfer(bob, 1_000_000e18);
        approve(owner);
        approve(alice);
        approve(bob);
    }

    function deploy(IERC20 token_, uint256 duration, address owner_) internal returns (InfraStaking) {
        return InfraStaking(deployCode("InfraStaking.sol:InfraStaking", abi.encode(token_, duration, owner_)));
    }

    function approve(address account) internal {
        vm.prank(account);
        token.approve(address(staking), type(uint256).max);
    }

    function stake(address account, uint256 amount) internal {
        vm.prank(account);
        staking.stake(amount);
    }

    function fund(uint256 amount) internal {
        vm.prank(owner);
        staking.fund(amount);
    }

    function deployedWith(IERC20 odd) internal returns (InfraStaking with) {
        with = deploy(odd, DURATION, owner);
        address[3] memory people = [owner, alice, bob];
        for (uint256 i = 0; i < people.length; i++) {
            odd.transfer(people[i], 1e24);
            vm.prank(people[i]);
            odd.approve(address(with), type(uint256).max);
        }
    }
}
