import { createClient } from '@infra/protocol/client'
import { watchedFetch } from '../api/reachability.ts'
import { configuration } from '../bootstrap/configuration.ts'

/** Without an authorization: for the calls by which one comes by it, renews it or gives it back. */
export const callBare = createClient({ prefix: configuration.apiPrefix, fetch: watchedFetch })
