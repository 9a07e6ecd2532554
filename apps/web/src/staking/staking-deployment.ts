import { StakingDeployment } from '@infra/protocol/staking'
import { configuration } from '../bootstrap/configuration.ts'

/** The contracts to stake with, if there are any. `configuration.ts` only checks that the field is there; the schema is too heavy for the first load. */
export const stakingDeployment: StakingDeployment | undefined = StakingDeployment.safeParse(
  configuration.staking,
).data
