const PARENT_CHECK_MS = 500

type Stop = () => void | Promise<void>

/**
 * Runs `start`, then waits for Ctrl-C or SIGTERM and stops what was started, last first. If `start` fails or is interrupted halfway, or the
 * parent exits, it stops what was started too, so that nothing is left running.
 */
export async function untilStopped(start: (onStop: (stop: Stop) => void) => Promise<void>): Promise<void> {
  const stops: Stop[] = []
  let interrupted = false
  const asked = new Promise<void>((resolve) => {
    const ask = () => {
      interrupted = true
      // A second Ctrl-C means now.
      process.once('SIGINT', () => process.exit(1))
      resolve()
    }
    process.once('SIGINT', ask)
    process.once('SIGTERM', ask)
    // A parent that was killed sends no signal, and its terminal no longer reaches us.
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      ask()
    }, PARENT_CHECK_MS)
    watch.unref()
  })

  const failure = await start((stop) => {
    stops.push(stop)
    if (interrupted) throw new Error('Interrupted while starting.')
  }).then(
    () => undefined,
    (error: Error) => error,
  )
  if (failure && !interrupted) console.error(`\n${failure.message}`)
  if (!failure) await asked
  if (interrupted) console.log('\nStopping.')
  for (const stop of stops.reverse()) await stop()
  process.exit(failure && !interrupted ? 1 : 0)
}
