// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {InfraToken} from "../InfraToken.sol";
import {Test} from "./Test.sol";

contract InfraTokenTest is Test {
    address private holder = address(0x401DE2);
    InfraToken private token = InfraToken(deployCode("InfraToken.sol:InfraToken", abi.encode(holder)));

    function test_mintsTheWholeSupplyToTheHolder() public view {
        vm.assertEq(token.totalSupply(), 1_000_000_000e18, "supply");
        vm.assertEq(token.balanceOf(holder), token.totalSupply(), "holder");
        vm.assertEq(token.SUPPLY(), token.totalSupply(), "constant");
        vm.assertEq(token.decimals(), 18, "decimals");
        vm.assertTrue(keccak256(bytes(token.name())) == keccak256("Infra"), "name");
        vm.assertTrue(keccak256(bytes(token.symbol())) == keccak256("INFRA"), "symbol");
    }

    function test_aPermitSetsTheAllowanceUntilItsDeadline() public {
        uint256 key = 7;
        bytes32 typeHash = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 inner = keccak256(abi.encode(typeHash, vm.addr(key), address(this), 5, 0, 2_000_000_000));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), inner));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        token.permit(vm.addr(key), address(this), 5, 2_000_000_000, v, r, s);
        vm.assertEq(token.allowance(vm.addr(key), address(this)), 5, "allowance");
        vm.warp(2_000_000_001);
        vm.expectRevert(abi.encodeWithSelector(ERC20Permit.ERC2612ExpiredSignature.selector, 2_000_000_000));
        token.permit(vm.addr(key), address(this), 5, 2_000_000_000, v, r, s);
    }
}
