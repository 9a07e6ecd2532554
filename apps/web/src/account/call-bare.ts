import { createClient } from '@infra/protocol/client'
import { configuration } from '../configuration.ts'
import { watchedFetch } from '../shell/reachability.ts'

/** Without an authorization: for the calls by which one comes by it, renews it or gives it back. */
export const callBare = createClient({ prefix: configuration.apiPrefix, fetch: watchedFetch })
