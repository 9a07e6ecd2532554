import { StakingPlace } from '@infra/protocol/staking'
import { configuration } from '../bootstrap/configuration.ts'

/** Where one stakes, if anywhere; the first load only looked whether there is something. */
export const stakingPlace: StakingPlace | undefined = StakingPlace.safeParse(configuration.staking).data
