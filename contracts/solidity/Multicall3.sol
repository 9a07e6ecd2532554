// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

/// @title The part of Multicall3 that wallets and viem use
/// @notice Combines several calls into one.
/// @dev For the devnet only: other chains have the original contract.
contract Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    /// @notice Executes calls in order and returns their results.
    /// @dev Reverts if a call fails that must not fail.
    /// @param calls The calls: target, whether it may fail, and calldata.
    /// @return results Whether each call succeeded, and its return data.
    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory returnData) = calls[i].target.call(calls[i].callData);
            require(success || calls[i].allowFailure, "Multicall3: call failed");
            results[i] = Result(success, returnData);
        }
    }

    /// @notice The balance of an account in the chain's native currency.
    /// @param account The account.
    /// @return The balance, in wei.
    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }

    /// @notice The timestamp of the current block.
    /// @return The timestamp, in seconds.
    function getCurrentBlockTimestamp() external view returns (uint256) {
        return block.timestamp;
    }
}
