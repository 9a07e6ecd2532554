// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// @notice Stake a token, earn the same token by the second. What is staked and what is promised are both always there.
contract InfraStaking is Ownable2Step, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice Rates and shares are kept this much larger, so that dividing loses less than a wei in any real period.
    uint256 public constant SCALE = 1e36;

    /// @notice A single funding. Scaled, it would take 1e11 of them to overflow what a token has earned.
    uint256 public constant FUNDING_MAX = 1e30;

    uint256 public constant DURATION_MIN = 1 days;
    uint256 public constant DURATION_MAX = 1461 days;

    IERC20 public immutable token;

    /// @notice How long a funding lasts.
    uint256 public duration;

    /// @notice What is paid per second to all stakers together, scaled.
    uint256 public rate;

    /// @notice What was funded and is not paid out yet.
    uint256 public reserve;

    uint256 public totalStaked;
    mapping(address account => uint256) public stakeOf;

    /// @dev As of `_accruedAt`; time with nobody staked has yet to be added.
    uint256 private _periodEnd;
    uint256 private _accruedAt;
    uint256 private _rewardPerToken;
    mapping(address account => uint256) private _rewardPerTokenSettled;
    mapping(address account => uint256) private _owed;

    event Staked(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);
    event Claimed(address indexed account, uint256 amount);
    event EmergencyWithdrawn(address indexed account, uint256 amount);
    event Funded(address indexed funder, uint256 amount, uint256 rate, uint256 periodEnd);
    event DurationChanged(uint256 duration);
    event Recovered(address indexed token, address indexed to, uint256 amount);

    error InfraStaking__ZeroAmount();
    error InfraStaking__StakeTooSmall(uint256 asked, uint256 staked);
    error InfraStaking__TokenTakesFee(uint256 sent, uint256 received);
    error InfraStaking__FundingTooLarge(uint256 amount, uint256 max);
    error InfraStaking__DurationOutOfRange(uint256 asked, uint256 min, uint256 max);
    error InfraStaking__PeriodRunning(uint256 until);
    error InfraStaking__NotRecoverable(uint256 asked, uint256 spare);
    error InfraStaking__OwnerRequired();

    constructor(IERC20 token_, uint256 duration_, address owner_) Ownable(owner_) {
        token = token_;
        _setDuration(duration_);
    }

    // What stakers do

    function stake(uint256 amount) external {
        _stake(amount);
    }

    /// @notice Allows and stakes in one transaction.
    function stakeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        // Anyone may have used the permit before us; then the allowance is there, and that is all that counts.
        try IERC20Permit(address(token)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _stake(amount);
    }

    /// @notice Never paused.
    function withdraw(uint256 amount) external nonReentrant {
        if (amount == 0) revert InfraStaking__ZeroAmount();
        _settle(msg.sender);
        _withdraw(amount);
    }

    /// @notice Never paused. With nothing earned it does nothing.
    function claim() external nonReentrant {
        _settle(msg.sender);
        _claim();
    }

    /// @notice Everything out: stake and rewards. Never paused.
    function exit() external nonReentrant {
        _settle(msg.sender);
        _withdraw(stakeOf[msg.sender]);
        _claim();
    }

    /// @notice The stake out, whatever happens to rewards: those earned since the last action are given up.
    function emergencyWithdraw() external nonReentrant {
        uint256 amount = stakeOf[msg.sender];
        if (amount == 0) revert InfraStaking__ZeroAmount();
        stakeOf[msg.sender] = 0;
        totalStaked -= amount;
        emit EmergencyWithdrawn(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }

    // What the owner does

    /// @notice Takes `amount` from the owner and pays it out over `duration`, together with what is still to be paid.
    function fund(uint256 amount) external onlyOwner nonReentrant {
        if (amount == 0) revert InfraStaking__ZeroAmount();
        if (amount > FUNDING_MAX) revert InfraStaking__FundingTooLarge(amount, FUNDING_MAX);
        _accrue();
        rate = (_secondsLeft() * rate + amount * SCALE) / duration;
        _periodEnd = block.timestamp + duration;
        reserve += amount;
        emit Funded(msg.sender, amount, rate, _periodEnd);
        _pull(amount);
    }

    /// @notice For fundings to come; not while one is being paid out.
    function setDuration(uint256 duration_) external onlyOwner {
        if (periodEnd() > block.timestamp) revert InfraStaking__PeriodRunning(periodEnd());
        _setDuration(duration_);
    }

    /// @notice No new stakes; everything else goes on.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice What was sent here by mistake. Neither stakes nor rewards can be taken.
    function recover(IERC20 stray, address to, uint256 amount) external onlyOwner nonReentrant {
        uint256 spare = stray.balanceOf(address(this)) - _kept(stray);
        if (amount > spare) revert InfraStaking__NotRecoverable(amount, spare);
        emit Recovered(address(stray), to, amount);
        stray.safeTransfer(to, amount);
    }

    /// @notice Always refused: without an owner nobody could end a pause or fund rewards again. Transfer ownership instead.
    function renounceOwnership() public pure override {
        revert InfraStaking__OwnerRequired();
    }

    // What anyone can read

    /// @notice What `account` could claim now.
    function earned(address account) public view returns (uint256) {
        uint256 since = rewardPerToken() - _rewardPerTokenSettled[account];
        return _owed[account] + (stakeOf[account] * since) / SCALE;
    }

    /// @notice What one staked unit has earned since the beginning, scaled.
    function rewardPerToken() public view returns (uint256) {
        if (totalStaked == 0) return _rewardPerToken;
        return _rewardPerToken + (_secondsPaid() * rate) / totalStaked;
    }

    /// @notice When the rewards end, if somebody stays staked until then.
    function periodEnd() public view returns (uint256) {
        if (totalStaked == 0) return _afterIdling();
        return _periodEnd;
    }

    // How it is done

    function _stake(uint256 amount) private nonReentrant whenNotPaused {
        if (amount == 0) revert InfraStaking__ZeroAmount();
        _settle(msg.sender);
        stakeOf[msg.sender] += amount;
        totalStaked += amount;
        emit Staked(msg.sender, amount);
        _pull(amount);
    }

    function _withdraw(uint256 amount) private {
        uint256 staked = stakeOf[msg.sender];
        if (amount > staked) revert InfraStaking__StakeTooSmall(amount, staked);
        // Some tokens refuse to move nothing.
        if (amount == 0) return;
        stakeOf[msg.sender] = staked - amount;
        totalStaked -= amount;
        emit Withdrawn(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }

    function _claim() private {
        uint256 amount = _owed[msg.sender];
        if (amount == 0) return;
        _owed[msg.sender] = 0;
        reserve -= amount;
        emit Claimed(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }

    function _setDuration(uint256 duration_) private {
        if (duration_ < DURATION_MIN) revert InfraStaking__DurationOutOfRange(duration_, DURATION_MIN, DURATION_MAX);
        if (duration_ > DURATION_MAX) revert InfraStaking__DurationOutOfRange(duration_, DURATION_MIN, DURATION_MAX);
        duration = duration_;
        emit DurationChanged(duration_);
    }

    /// @dev Measured, not believed: a token that keeps a part would leave the last one out without their stake.
    function _pull(uint256 amount) private {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - before;
        if (received != amount) revert InfraStaking__TokenTakesFee(amount, received);
    }

    function _settle(address account) private {
        _accrue();
        _owed[account] = earned(account);
        _rewardPerTokenSettled[account] = _rewardPerToken;
    }

    function _accrue() private {
        _rewardPerToken = rewardPerToken();
        _periodEnd = periodEnd();
        _accruedAt = block.timestamp;
    }

    /// @dev What of a token is somebody's.
    function _kept(IERC20 stray) private view returns (uint256) {
        if (stray != token) return 0;
        return totalStaked + reserve;
    }

    /// @dev Of the time since the last accrual, what lies in the period.
    function _secondsPaid() private view returns (uint256) {
        if (_periodEnd <= _accruedAt) return 0;
        if (_periodEnd <= block.timestamp) return _periodEnd - _accruedAt;
        return block.timestamp - _accruedAt;
    }

    function _secondsLeft() private view returns (uint256) {
        if (_periodEnd <= block.timestamp) return 0;
        return _periodEnd - block.timestamp;
    }

    /// @dev Time with nobody staked is not paid for, so it comes on top.
    function _afterIdling() private view returns (uint256) {
        if (_periodEnd <= _accruedAt) return _periodEnd;
        return _periodEnd + (block.timestamp - _accruedAt);
    }
}
