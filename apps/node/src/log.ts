export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Log = Record<Exclude<LogLevel, 'silent'>, (sentence: string) => void>

/** Lines for the person who runs the node. They must not contain secrets. */
export function createLog(level: LogLevel, write: (line: string) => void = console.log): Log {
  const from = logLevels.indexOf(level)
  const at = (name: Exclude<LogLevel, 'silent'>) => (sentence: string) => {
    if (logLevels.indexOf(name) < from) return
    const mark = name === 'info' ? '' : ` ${name}:`
    write(`${new Date().toISOString().slice(0, 19).replace('T', ' ')}Z${mark} ${sentence}`)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
