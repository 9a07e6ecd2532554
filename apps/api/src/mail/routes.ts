import * as protocol from '@infra/protocol/alerts/alert-mail'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { deleteMailAddress, findMailAddress } from './mail-queries.ts'
import { confirmAlertMail, setAlertMail } from './set-alert-mail.ts'
import { stopPage } from './stop-page.ts'

export function mailRoutes(server: FastifyInstance, deps: Deps): void {
  const read = async (address: string): Promise<protocol.AlertMail> => {
    const { email = null, confirmedAt = null } = (await findMailAddress(deps.db, address)) ?? {}
    return { isOffered: deps.mailer !== undefined, email, confirmedAt }
  }

  route(server, deps, protocol.getAlertMail, ({ caller }) => read(caller.address))

  route(server, deps, protocol.setAlertMail, async ({ caller: { address }, body }) => {
    await setAlertMail(deps, address, body.email)
    return read(address)
  })

  route(server, deps, protocol.confirmAlertMail, async ({ caller: { address }, body }) => {
    await confirmAlertMail(deps, address, body.token)
    return read(address)
  })

  route(server, deps, protocol.deleteAlertMail, ({ caller }) => deleteMailAddress(deps.db, caller.address))

  stopPage(server, deps)
}
