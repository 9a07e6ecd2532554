import type { Confinement } from './messages.ts'

/** In plain words, for the operator. */
export function describeConfinement({ level, landlock, uid }: Confinement): string {
  if (level === 'full')
    return `full: the kernel holds jobs (Landlock ${landlock}, seccomp), which run as user ${uid}`
  if (level === 'weak')
    return 'weak: jobs can neither write, dial out nor start programs, but this kernel has no Landlock, so native code in them can read what this user can read'
  return 'none: only Node.js holds jobs, which does not bind native code; run the node on Linux 5.13 or newer for a sandbox that does'
}
