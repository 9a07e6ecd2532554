// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

/// @dev The few cheatcodes that our tests use.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function addr(uint256 key) external pure returns (address);
    function assertEq(uint256 left, uint256 right, string calldata what) external pure;
    function assertEq(address left, address right, string calldata what) external pure;
    function assertLe(uint256 left, uint256 right, string calldata what) external pure;
    function assertTrue(bool holds, string calldata what) external pure;
    function assume(bool holds) external pure;
    function deal(address account, uint256 wei_) external;
    function expectEmit(address emitter) external;
    function expectRevert(bytes calldata exactly) external;
    function getCode(string calldata artifact) external view returns (bytes memory creationCode);
    function getRecordedLogs() external returns (Log[] memory);
    function prank(address sender) external;
    function recordLogs() external;
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
}

abstract contract Test {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    /// @dev Deploys the bytecode as compiled for the chain, so that no test contains a copy. Fails as the constructor does.
    function deployCode(string memory artifact, bytes memory arguments) internal returns (address deployed) {
        bytes memory code = abi.encodePacked(vm.getCode(artifact), arguments);
        assembly {
            deployed := create(0, add(code, 32), mload(code))
            if iszero(deployed) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    /// @dev The compiler may assume that `block.timestamp` doesn't change within a function, but not that of a call.
    function nowSeconds() external view returns (uint256) {
        return block.timestamp;
    }

    function skip(uint256 seconds_) internal {
        vm.warp(this.nowSeconds() + seconds_);
    }

    function within(uint256 given, uint256 min, uint256 max) internal pure returns (uint256) {
        return min + (given % (max - min + 1));
    }
}
