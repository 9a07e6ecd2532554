// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @notice All there will ever be is made at deployment: nobody can mint.
contract InfraToken is ERC20, ERC20Permit {
    uint256 public constant SUPPLY = 1_000_000_000e18;

    constructor(address holder) ERC20("Infra", "INFRA") ERC20Permit("Infra") {
        _mint(holder, SUPPLY);
    }
}
