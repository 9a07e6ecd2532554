export type ScreenName =
  | 'home'
  | 'feed'
  | 'apps'
  | 'nodes'
  | 'chat'
  | 'devlog'
  | 'feedback'
  | 'staking'
  | 'developers'
  | 'profile'

/** The sections of the profile after its first one, each with its own address: `/profile/jobs`. */
export const profileSections = [
  'jobs',
  'favourites',
  'credits',
  'nodes',
  'keys',
  'webhooks',
  'settings',
] as const
export type ProfileSection = (typeof profileSections)[number]

/** What the server needs to know of a screen as well, because it writes the head of its page. */
export interface ScreenFacts {
  path: `/${string}`
  /** `auth`: only for people who are signed in with a wallet. */
  access: 'public' | 'auth'
  documentTitle: string
}

export const screenFacts: Record<ScreenName, ScreenFacts> = {
  home: { path: '/', access: 'public', documentTitle: 'Infra: AI apps on other people’s machines' },
  feed: { path: '/feed', access: 'public', documentTitle: 'Feed · Infra' },
  apps: { path: '/apps', access: 'public', documentTitle: 'Apps · Infra' },
  nodes: { path: '/nodes', access: 'public', documentTitle: 'Nodes · Infra' },
  chat: { path: '/chat', access: 'auth', documentTitle: 'Ask Infra · Infra' },
  devlog: { path: '/devlog', access: 'public', documentTitle: 'Devlog · Infra' },
  feedback: { path: '/feedback', access: 'public', documentTitle: 'Feedback · Infra' },
  staking: { path: '/staking', access: 'auth', documentTitle: 'Staking · Infra' },
  developers: { path: '/developers', access: 'public', documentTitle: 'Developers · Infra' },
  profile: { path: '/profile', access: 'auth', documentTitle: 'Profile · Infra' },
}

const byPath = new Map<string, ScreenName>([
  ...Object.entries(screenFacts).map(([name, { path }]) => [path, name as ScreenName] as const),
  ...profileSections.map((section) => [`${screenFacts.profile.path}/${section}`, 'profile'] as const),
])

/** The screen at a path, if there is one. A section of the profile belongs to that screen. */
export function screenNameAt(path: string): ScreenName | undefined {
  return byPath.get(path)
}
