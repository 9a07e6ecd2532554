import { StakingDeployment } from '@infra/protocol/staking'
import { configuration } from '../bootstrap/configuration.ts'

/** Where one stakes, if anywhere; the first load only looked whether there is something. */
export const stakingDeployment: StakingDeployment | undefined = StakingDeployment.safeParse(
  configuration.staking,
).data
