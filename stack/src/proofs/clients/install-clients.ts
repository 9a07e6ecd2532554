import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const runQuietly = promisify(execFile)

/** A package index that can't be reached must not keep a proof waiting. */
const INSTALL_MS_MAX = 5 * 60_000

/**
 * Installs packages, each as `name@version`, into an empty folder with npm as this machine has it configured. They can be imported by scripts in
 * that folder.
 */
export async function installFromNpm(folder: string, packages: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  // Unlike `cwd`, `--prefix` counts more than what an npm that started us has put into the environment.
  const options = ['--prefix', folder, '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund']
  await runQuietly('npm', ['install', ...options, '--loglevel=error', ...packages], {
    cwd: folder,
    timeout: INSTALL_MS_MAX,
  })
}

/**
 * Installs packages, each as `name==version`, into a virtual environment in an empty folder with pip as this machine has it configured. Returns
 * the path of its interpreter, or why there is none.
 */
export async function installFromPip(
  folder: string,
  packages: readonly string[],
): Promise<{ python: string } | { missing: string }> {
  const python = join(folder, 'bin/python')
  const install = ['-m', 'pip', 'install', '--quiet', '--no-input', '--retries', '1', '--timeout', '15']
  try {
    await runQuietly('python3', ['-m', 'venv', folder], { timeout: INSTALL_MS_MAX })
    await runQuietly(python, [...install, ...packages], { timeout: INSTALL_MS_MAX })
    return { python }
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string }
    if (code === 'ENOENT') return { missing: 'There is no python3 on this machine.' }
    return { missing: `Python or its packages can't be installed: ${stderr?.trim() || error}` }
  }
}
