// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title The Infra token
/// @notice An ERC-20 token with permits (EIP-2612) and a fixed supply.
/// @dev The whole supply is minted at deployment; nobody can mint more.
contract InfraToken is ERC20, ERC20Permit {
    /// @notice The total supply, in the smallest unit.
    uint256 public constant SUPPLY = 1_000_000_000e18;

    /// @param holder The account that receives the whole supply.
    constructor(address holder) ERC20("Infra", "INFRA") ERC20Permit("Infra") {
        _mint(holder, SUPPLY);
    }
}
