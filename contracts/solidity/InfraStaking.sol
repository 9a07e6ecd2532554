// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// @title Staking rewards that accrue per second
/// @notice Accounts stake a token and earn the same token.
/// @dev The balance always covers all stakes and all rewards that were funded and not yet paid out.
contract InfraStaking is Ownable2Step, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice The factor by which `rate` and `rewardPerToken` are scaled.
    /// @dev Large enough that rounding loses less than one wei in any realistic period.
    uint256 public constant SCALE = 1e36;

    /// @notice The largest amount of a single funding.
    /// @dev It would take 1e11 such fundings to overflow the scaled reward per token.
    uint256 public constant FUNDING_MAX = 1e30;

    /// @notice The shortest reward period, in seconds.
    uint256 public constant DURATION_MIN = 1 days;
    /// @notice The longest reward period, in seconds.
    uint256 public constant DURATION_MAX = 1461 days;

    /// @notice The token that is staked and paid as rewards.
    IERC20 public immutable token;

    /// @notice The length of a reward period, in seconds.
    uint256 public duration;

    /// @notice The reward per second for all stakers together, scaled by `SCALE`.
    uint256 public rate;

    /// @notice The rewards that were funded and not yet paid out.
    uint256 public reserve;

    /// @notice The sum of all stakes.
    uint256 public totalStaked;
    /// @notice The stake of each account.
    mapping(address account => uint256) public stakeOf;

    /// @dev As of `_accruedAt`. Later time without any stake is added by `periodEnd`.
    uint256 private _periodEnd;
    uint256 private _accruedAt;
    uint256 private _rewardPerToken;
    mapping(address account => uint256) private _rewardPerTokenSettled;
    mapping(address account => uint256) private _owed;

    /// @notice An account staked tokens.
    /// @param account The staker.
    /// @param amount The tokens added to the stake.
    event Staked(address indexed account, uint256 amount);

    /// @notice An account withdrew tokens from its stake.
    /// @param account The staker.
    /// @param amount The tokens withdrawn.
    event Withdrawn(address indexed account, uint256 amount);

    /// @notice An account claimed its rewards.
    /// @param account The staker.
    /// @param amount The rewards paid out.
    event Claimed(address indexed account, uint256 amount);

    /// @notice An account withdrew its whole stake without settling its rewards.
    /// @param account The staker.
    /// @param amount The tokens withdrawn.
    event EmergencyWithdrawn(address indexed account, uint256 amount);

    /// @notice The owner funded rewards and started a new period.
    /// @param funder The owner.
    /// @param amount The tokens added to the reserve.
    /// @param rate The new reward per second, scaled by `SCALE`.
    /// @param periodEnd When the new period ends if an account stays staked.
    event Funded(address indexed funder, uint256 amount, uint256 rate, uint256 periodEnd);

    /// @notice The length of future reward periods changed.
    /// @param duration The new length, in seconds.
    event DurationChanged(uint256 duration);

    /// @notice The owner recovered tokens that were sent here by mistake.
    /// @param token The recovered token.
    /// @param to The recipient.
    /// @param amount The tokens sent.
    event Recovered(address indexed token, address indexed to, uint256 amount);

    /// @notice The amount must not be zero.
    error InfraStaking__ZeroAmount();

    /// @notice The withdrawal exceeds the stake.
    /// @param asked The requested amount.
    /// @param staked The account's stake.
    error InfraStaking__StakeTooSmall(uint256 asked, uint256 staked);

    /// @notice The token takes a fee on transfers, so it can't be used.
    /// @param sent The amount transferred.
    /// @param received The amount that arrived.
    error InfraStaking__TokenTakesFee(uint256 sent, uint256 received);

    /// @notice The funding exceeds the maximum.
    /// @param amount The requested amount.
    /// @param max The largest amount allowed.
    error InfraStaking__FundingTooLarge(uint256 amount, uint256 max);

    /// @notice The duration is too short or too long.
    /// @param asked The requested duration, in seconds.
    /// @param min The shortest duration allowed.
    /// @param max The longest duration allowed.
    error InfraStaking__DurationOutOfRange(uint256 asked, uint256 min, uint256 max);

    /// @notice The duration can't change while a reward period is running.
    /// @param until When the current period ends.
    error InfraStaking__PeriodRunning(uint256 until);

    /// @notice The amount exceeds the tokens that don't belong to stakers.
    /// @param asked The requested amount.
    /// @param spare The amount that can be recovered.
    error InfraStaking__NotRecoverable(uint256 asked, uint256 spare);

    /// @notice Ownership can be transferred but not renounced.
    error InfraStaking__OwnerRequired();

    /// @param token_ The token to stake and to pay as rewards.
    /// @param duration_ The length of a reward period, in seconds.
    /// @param owner_ The account that may fund, pause and recover.
    constructor(IERC20 token_, uint256 duration_, address owner_) Ownable(owner_) {
        token = token_;
        _setDuration(duration_);
    }

    // Stakers

    /// @notice Stakes tokens that the caller has approved.
    /// @param amount The tokens to add to the stake.
    function stake(uint256 amount) external {
        _stake(amount);
    }

    /// @notice Approves and stakes in one transaction (EIP-2612).
    /// @param amount The tokens to approve and to add to the stake.
    /// @param deadline When the permit expires.
    /// @param v The recovery id of the permit's signature.
    /// @param r The first half of the permit's signature.
    /// @param s The second half of the permit's signature.
    function stakeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        // Anyone may submit the permit first. Then this call fails, but the allowance is set.
        try IERC20Permit(address(token)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _stake(amount);
    }

    /// @notice Withdraws tokens from the caller's stake.
    /// @dev Also works while paused.
    /// @param amount The tokens to withdraw.
    function withdraw(uint256 amount) external nonReentrant {
        if (amount == 0) revert InfraStaking__ZeroAmount();
        _settle(msg.sender);
        _withdraw(amount);
    }

    /// @notice Pays the caller's rewards out; does nothing if there are none.
    /// @dev Also works while paused.
    function claim() external nonReentrant {
        _settle(msg.sender);
        _claim();
    }

    /// @notice Withdraws the caller's whole stake and claims their rewards.
    /// @dev Also works while paused.
    function exit() external nonReentrant {
        _settle(msg.sender);
        _withdraw(stakeOf[msg.sender]);
        _claim();
    }

    /// @notice Withdraws the caller's whole stake without settling rewards; those earned since the last settlement are lost.
    /// @dev Also works while paused, and if the reward calculation reverts.
    function emergencyWithdraw() external nonReentrant {
        uint256 amount = stakeOf[msg.sender];
        if (amount == 0) revert InfraStaking__ZeroAmount();
        stakeOf[msg.sender] = 0;
        totalStaked -= amount;
        emit EmergencyWithdrawn(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }

    // Owner

    /// @notice Takes tokens from the owner and starts a new period, which also pays the rest of the current one.
    /// @param amount The tokens to pay as rewards.
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

    /// @notice Sets the length of future reward periods; not possible during a period.
    /// @param duration_ The new length, in seconds.
    function setDuration(uint256 duration_) external onlyOwner {
        if (periodEnd() > block.timestamp) revert InfraStaking__PeriodRunning(periodEnd());
        _setDuration(duration_);
    }

    /// @notice Stops new stakes; everything else still works.
    function pause() external onlyOwner {
        _pause();
    }

    /// @notice Allows new stakes again.
    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Sends out tokens that were sent here by mistake; never stakes or funded rewards.
    /// @param stray The token to recover.
    /// @param to The recipient.
    /// @param amount The tokens to send.
    function recover(IERC20 stray, address to, uint256 amount) external onlyOwner nonReentrant {
        uint256 spare = stray.balanceOf(address(this)) - _kept(stray);
        if (amount > spare) revert InfraStaking__NotRecoverable(amount, spare);
        emit Recovered(address(stray), to, amount);
        stray.safeTransfer(to, amount);
    }

    /// @notice Always reverts: transfer ownership instead.
    /// @dev Without an owner, nobody could unpause or fund rewards.
    function renounceOwnership() public pure override {
        revert InfraStaking__OwnerRequired();
    }

    // Views

    /// @notice The rewards that an account could claim now.
    /// @param account The staker.
    /// @return The rewards, in tokens.
    function earned(address account) public view returns (uint256) {
        uint256 since = rewardPerToken() - _rewardPerTokenSettled[account];
        return _owed[account] + (stakeOf[account] * since) / SCALE;
    }

    /// @notice The rewards of one staked unit since deployment.
    /// @return The rewards, scaled by `SCALE`.
    function rewardPerToken() public view returns (uint256) {
        if (totalStaked == 0) return _rewardPerToken;
        return _rewardPerToken + (_secondsPaid() * rate) / totalStaked;
    }

    /// @notice When the current reward period ends, provided that at least one account stays staked.
    /// @return The timestamp, in seconds.
    function periodEnd() public view returns (uint256) {
        if (totalStaked == 0) return _afterIdling();
        return _periodEnd;
    }

    // Internals

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
        // Some tokens revert on transfers of zero.
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

    /// @dev Compares balances, because with a token that takes a fee the last staker could not withdraw.
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

    /// @dev The part of the balance that belongs to stakers.
    function _kept(IERC20 stray) private view returns (uint256) {
        if (stray != token) return 0;
        return totalStaked + reserve;
    }

    /// @dev The seconds since the last accrual that lie within the period.
    function _secondsPaid() private view returns (uint256) {
        if (_periodEnd <= _accruedAt) return 0;
        if (_periodEnd <= block.timestamp) return _periodEnd - _accruedAt;
        return block.timestamp - _accruedAt;
    }

    function _secondsLeft() private view returns (uint256) {
        if (_periodEnd <= block.timestamp) return 0;
        return _periodEnd - block.timestamp;
    }

    /// @dev Time without any stake pays no rewards, so it extends the period.
    function _afterIdling() private view returns (uint256) {
        if (_periodEnd <= _accruedAt) return _periodEnd;
        return _periodEnd + (block.timestamp - _accruedAt);
    }
}
