// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @dev Tokens that behave unusually, as some real ones do.
abstract contract OddToken is ERC20("Odd", "ODD") {
    constructor() {
        _mint(msg.sender, 1e30);
    }
}

/// @dev Keeps one percent of each transfer.
contract FeeToken is OddToken {
    function _update(address from, address to, uint256 amount) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, amount);
        super._update(from, to, amount - amount / 100);
        super._update(from, address(0), amount / 100);
    }
}

contract BlacklistToken is OddToken {
    mapping(address => bool) public isListed;

    error Listed(address account);

    function list(address account) external {
        isListed[account] = true;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (isListed[to]) revert Listed(to);
        super._update(from, to, amount);
    }
}

contract ZeroRefusingToken is OddToken {
    error NothingToMove();

    function _update(address from, address to, uint256 amount) internal override {
        if (amount == 0) revert NothingToMove();
        super._update(from, to, amount);
    }
}

/// @dev Makes a call during a transfer, as ERC-777 tokens do.
contract CallingToken is OddToken {
    address public called;
    bytes public data;
    bytes public answer;

    function callBack(address called_, bytes calldata data_) external {
        called = called_;
        data = data_;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (called == address(0)) return;
        address calling = called;
        called = address(0);
        (, answer) = calling.call(data);
    }
}
