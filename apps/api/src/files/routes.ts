import { getFile, getUpload, uploadFile } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mediaRoute, route } from '../http/route.ts'
import { findFile } from './blob-queries.ts'
import { isSignatureGood } from './file-links.ts'
import { extensionOf, hasProbablyExpired } from './file-rules.ts'
import { presentUpload } from './present-upload.ts'
import { sendFile } from './send-file.ts'
import { storeUpload } from './store-upload.ts'
import { findUploads } from './upload-queries.ts'

export function fileRoutes(server: FastifyInstance, deps: Deps): void {
  const { db, files, now } = deps

  route(server, deps, uploadFile, ({ caller, upload }) =>
    storeUpload(deps, { owner: caller.address, upload }),
  )

  route(server, deps, getUpload, async ({ caller, params }) => {
    const [upload] = await findUploads(db, caller.address, [params.id])
    if (upload && upload.expiresAt > now()) return presentUpload(deps, upload)
    if (upload || hasProbablyExpired(params.id, now())) {
      throw new Refusal('input_expired', 'This file has expired. Send it again.')
    }
    throw new Refusal('not_found', 'There is no such file.')
  })

  mediaRoute(server, deps, getFile, async ({ params, query }, request, reply) => {
    const { size, format = 'avif', expires = '', signature, download } = query
    const [sha256, extension] = params.name.split('.') as [string, string | undefined]
    const found = await findFile(db, sha256)
    if (!found?.isPublic && signature !== undefined) {
      // Also for files that don't exist, so that a bad link doesn't reveal which ones do.
      if (!isSignatureGood(files.linkKey, { sha256, expires, signature }, now())) throw badLink()
    } else if (!found?.isPublic) throw new Refusal('not_found', 'There is no such file.')
    if (!found || (extension !== undefined && extension !== extensionOf(found.blob.mime))) {
      throw new Refusal('not_found', 'There is no such file.')
    }
    const thumbnail = size ? { size, format } : undefined
    const { blob: file, isPublic, isAvatar } = found
    return sendFile(deps, { request, reply, file, isPublic, isAvatar, thumbnail, download })
  })
}

function badLink(): Refusal {
  return new Refusal(
    'url_invalid',
    'This link is not valid, or no longer. Open the page again to get a new one.',
  )
}
