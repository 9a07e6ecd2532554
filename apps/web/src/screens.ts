import type { IconName } from './ui/icon-names.ts'

export type ScreenName =
  | 'home'
  | 'feed'
  | 'apps'
  | 'nodes'
  | 'chat'
  | 'devlog'
  | 'feedback'
  | 'staking'
  | 'profile'

export interface Screen {
  name: ScreenName
  path: `/${string}`
  label: string
  icon: IconName
  /** `auth`: only for someone who is signed in with a wallet. */
  access: 'public' | 'auth'
  /** `main` and `menu` are the sidebar's two groups; on a small screen `menu` is what the Menu panel holds. */
  placement: 'none' | 'main' | 'menu'
  /** Whether the page title is shown, with its glitch. */
  titled: boolean
  documentTitle: string
  /** For search engines, and what Home says of the screen. */
  description: string
}

/** Every screen there is, in the order of the navigation. Routes, sidebar, bar, panel, guard and titles derive from it. */
export const screens: readonly Screen[] = [
  {
    name: 'home',
    path: '/',
    label: 'Home',
    icon: 'info',
    access: 'public',
    placement: 'none',
    titled: false,
    documentTitle: 'Infra: AI apps on other people’s machines',
    description:
      'Infra runs AI apps on other people’s machines. Link a wallet, submit a job, see every result in the open.',
  },
  {
    name: 'feed',
    path: '/feed',
    label: 'Feed',
    icon: 'earth',
    access: 'public',
    placement: 'main',
    titled: false,
    documentTitle: 'Feed · Infra',
    description: 'Everything the network has finished and its makers chose to show, newest first.',
  },
  {
    name: 'apps',
    path: '/apps',
    label: 'Apps',
    icon: 'apps',
    access: 'public',
    placement: 'main',
    titled: true,
    documentTitle: 'Apps · Infra',
    description: 'The catalogue: what each app takes, what it gives back and what it costs.',
  },
  {
    name: 'nodes',
    path: '/nodes',
    label: 'Nodes',
    icon: 'nodes',
    access: 'public',
    placement: 'main',
    titled: true,
    documentTitle: 'Nodes · Infra',
    description: 'The machines that run the jobs, how busy they are and how to add your own.',
  },
  {
    name: 'profile',
    path: '/profile',
    label: 'Profile',
    icon: 'profile',
    access: 'auth',
    placement: 'main',
    titled: true,
    documentTitle: 'Profile · Infra',
    description: 'Your jobs, your favourites, your credits and every movement of them.',
  },
  {
    name: 'chat',
    path: '/chat',
    label: 'Ask Infra',
    icon: 'message',
    access: 'auth',
    placement: 'menu',
    titled: true,
    documentTitle: 'Ask Infra · Infra',
    description: 'A persona that knows the product and the network, and says so when it does not know.',
  },
  {
    name: 'devlog',
    path: '/devlog',
    label: 'Devlog',
    icon: 'post',
    access: 'public',
    placement: 'menu',
    titled: true,
    documentTitle: 'Devlog · Infra',
    description: 'What changed, when and why, in the words of those who built it.',
  },
  {
    name: 'feedback',
    path: '/feedback',
    label: 'Feedback',
    icon: 'shield-bug',
    access: 'public',
    placement: 'menu',
    titled: true,
    documentTitle: 'Feedback · Infra',
    description: 'Report a bug, leave an idea, say what works. No wallet needed.',
  },
  {
    name: 'staking',
    path: '/staking',
    label: 'Staking',
    icon: 'download',
    access: 'auth',
    placement: 'menu',
    titled: true,
    documentTitle: 'Staking · Infra',
    description: 'Put tokens behind the network and get a daily allowance of credits for it.',
  },
]
