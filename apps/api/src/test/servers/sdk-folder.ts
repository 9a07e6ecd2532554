import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildClient } from '@infra/client/build'
import { SDK_FOLDER } from '@infra/protocol/pages/bootstrap'
import { webFolder } from './web-folder.ts'

/** A minimal build of the web app with the client for programs, as `npm run build` makes it. */
export async function webFolderWithSdk(): Promise<string> {
  const folder = await webFolder()
  await buildClient(join(folder, SDK_FOLDER))
  return folder
}

const PACK_NODE = join(import.meta.dirname, '../../../../node/build/pack-node.ts')

/** The same with the node agent. */
export async function webFolderWithNode(): Promise<string> {
  const folder = await webFolderWithSdk()
  await promisify(execFile)(process.execPath, [PACK_NODE, join(folder, SDK_FOLDER)])
  return folder
}
