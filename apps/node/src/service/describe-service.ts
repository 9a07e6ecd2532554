import { join } from 'node:path'

/** What a service manager has to know to run the agent. */
export interface AgentService {
  /** The folder that the agent was installed in. */
  home: string
  /** The program and its arguments. */
  command: string[]
  /** Where npm and its Node.js are: it knows the registry that weights come from. */
  path: string
}

export interface ServiceFile {
  path: string
  text: string
}

/** Starting again does not cure these: see `exitCodes`. */
const NOT_CURED = '2 3 4 5'

/** A unit of the user's own systemd: no root needed. */
export function systemdUnit({ home, command, path }: AgentService, configDir: string): ServiceFile {
  const text = `[Unit]
Description=Infra node
StartLimitIntervalSec=0

[Service]
Environment=${quoted(`INFRA_NODE_HOME=${home}`)}
Environment=${quoted(`PATH=${path}`)}
# systemd wants a plain name for the program itself; by this one, any folder will do.
ExecStart=/usr/bin/env ${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}
WorkingDirectory=${home.replaceAll('%', '%%')}
Restart=on-failure
RestartSec=10
RestartPreventExitStatus=${NOT_CURED}
# Only the agent: it gives its jobs back before it ends them.
KillMode=mixed
TimeoutStopSec=20
Nice=10

[Install]
WantedBy=default.target
`
  return { path: join(configDir, 'systemd/user', UNIT_NAME), text }
}

export const UNIT_NAME = 'infra-node.service'

/** In a unit, `%` begins a specifier. */
function quoted(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`
}

export const LAUNCHD_LABEL = 'infra.node'

/** An agent of the user's own launchd, which runs while they are logged in. */
export function launchdPlist({ home, command, path }: AgentService, userHome: string): ServiceFile {
  const log = join(home, 'agent.log')
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LAUNCHD_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escaped(word)}</string>\n`).join('')}  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>INFRA_NODE_HOME</key>
    <string>${escaped(home)}</string>
    <key>PATH</key>
    <string>${escaped(path)}</string>
  </dict>
  <key>WorkingDirectory</key>
  <string>${escaped(home)}</string>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ExitTimeOut</key>
  <integer>20</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardOutPath</key>
  <string>${escaped(log)}</string>
  <key>StandardErrorPath</key>
  <string>${escaped(log)}</string>
</dict>
</plist>
`
  return { path: join(userHome, 'Library/LaunchAgents', `${LAUNCHD_LABEL}.plist`), text }
}

function escaped(word: string): string {
  return word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
