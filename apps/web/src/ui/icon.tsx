import {
  CircleUser,
  Copy,
  Download,
  Earth,
  FileText,
  Heart,
  type IconNode,
  ImageOff,
  Info,
  LayoutGrid,
  Link,
  LoaderCircle,
  Menu,
  MessageSquare,
  Network,
  Plug,
  Plus,
  RefreshCw,
  Share2,
  SlidersHorizontal,
  Upload,
  User,
  X,
} from 'lucide'
import { createElement } from 'react'

import type { IconName } from './icon-names.ts'
import { DexLogo, ShieldBug, TelegramLogo, XLogo } from './own-drawings.ts'

/** Hidden from screen readers unless it has a label: beside a text, the text is the label. */
export function Icon({ name, label, size = 18 }: { name: IconName; label?: string; size?: number }) {
  const accessibility = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  const style = {
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.5,
    strokeLinecap: 'square',
    strokeLinejoin: 'miter',
    className: name === 'loading' ? 'shrink-0 animate-turn' : 'shrink-0',
  } as const
  const lines = drawings[name].map(([tag, line]) => createElement(tag, line))
  return createElement('svg', { ...accessibility, ...style }, ...lines)
}

/** A name without a drawing does not compile. */
const drawings: Record<IconName, IconNode> = {
  account: CircleUser,
  apps: LayoutGrid,
  clone: Copy,
  close: X,
  connection: Plug,
  dex: DexLogo,
  download: Download,
  earth: Earth,
  filters: SlidersHorizontal,
  hearts: Heart,
  'image-broken': ImageOff,
  info: Info,
  link: Link,
  loading: LoaderCircle,
  menu: Menu,
  message: MessageSquare,
  nodes: Network,
  plus: Plus,
  post: FileText,
  profile: User,
  refresh: RefreshCw,
  share: Share2,
  'shield-bug': ShieldBug,
  telegram: TelegramLogo,
  upload: Upload,
  x: XLogo,
}
