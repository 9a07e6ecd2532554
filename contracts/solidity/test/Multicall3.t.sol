// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Multicall3} from "../Multicall3.sol";
import {Test} from "./Test.sol";

contract Multicall3Test is Test {
    Multicall3 private multicall;

    error Refused(uint256 why);

    function setUp() public {
        multicall = Multicall3(deployCode("Multicall3.sol:Multicall3", ""));
    }

    function test_answersEveryCallInOrder() public {
        Multicall3.Result[] memory results = multicall.aggregate3(calls(true));
        vm.assertEq(results.length, 2, "one answer per call");
        vm.assertTrue(results[0].success, "the first");
        vm.assertEq(abi.decode(results[0].returnData, (uint256)), 14, "its answer");
        vm.assertTrue(!results[1].success, "the second failed");
        bytes32 why = keccak256(abi.encodeWithSelector(Refused.selector, 3));
        vm.assertTrue(keccak256(results[1].returnData) == why, "with its reason");
        vm.assertEq(multicall.aggregate3(new Multicall3.Call3[](0)).length, 0, "no calls, no answers");
    }

    function test_aFailureThatIsNotAllowedRevertsAll() public {
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "Multicall3: call failed"));
        multicall.aggregate3(calls(false));
    }

    function test_returnsBalancesAndTheTime() public {
        vm.deal(address(0xE5E), 5);
        vm.assertEq(multicall.getEthBalance(address(0xE5E)), 5, "ether");
        vm.warp(1_900_000_000);
        vm.assertEq(multicall.getCurrentBlockTimestamp(), 1_900_000_000, "time");
    }

    function double(uint256 number) external pure returns (uint256) {
        return number * 2;
    }

    function refuse(uint256 why) external pure {
        revert Refused(why);
    }

    function calls(bool allowFailure) private view returns (Multicall3.Call3[] memory made) {
        made = new Multicall3.Call3[](2);
        made[0] = Multicall3.Call3(address(this), false, abi.encodeCall(this.double, (7)));
        made[1] = Multicall3.Call3(address(this), allowFailure, abi.encodeCall(this.refuse, (3)));
    }
}
