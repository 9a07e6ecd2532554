import { join } from 'node:path'
import { buildClient } from '@infra/client/build'
import { SDK_FOLDER } from '@infra/protocol/pages/bootstrap'
import { webFolder } from './web-folder.ts'

/** A minimal build of the web app with the client for programs, as `npm run build` makes it. */
export async function webFolderWithSdk(): Promise<string> {
  const folder = await webFolder()
  await buildClient(join(folder, SDK_FOLDER))
  return folder
}
