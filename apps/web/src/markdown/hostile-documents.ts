/** What a manipulated model might say to attack its reader. `beacon` is a server that must never be contacted. */
export function hostileDocuments(beacon: string): string[] {
  const fetching = [...pictures(beacon), ...rawElements(beacon)]
  const links = addresses.flatMap((address) => [
    `[click](${address})`,
    `[click](<${address}>)`,
    `<${address}>`,
    `[click][1]\n\n[1]: ${address}`,
  ])
  const wrapped = [...fetching, ...disguises].flatMap((one) => [
    `> - **${one}**`,
    `# ${one}\n\n1. [x](${one})`,
    `Hello.\n\n${one}\n\n| a | b |\n|---|---|\n| ${one} | *${one}* |`,
  ])
  const formula = `$$\\includegraphics{${beacon}/tex.png}$$`
  return [...fetching, ...links, ...disguises, formula, ...formulas, ...fences, ...unseen, ...wrapped]
}

/** Each is 100 kB of markdown that is expensive to parse. */
export const deepDocuments: readonly string[] = [
  '*[',
  '>',
  '> ',
  '- ',
  '1. ',
  '[',
  '![',
  '[a](',
  '**a ',
  '*_',
  '`a',
  '<a ',
  '~~a ',
  '|',
  '&',
  '\\',
  '[a]: b\n',
  '> - 1. ',
  'www.a',
  'a@b.',
].map((part) => part.repeat(Math.ceil(100_000 / part.length)).slice(0, 100_000))

const pictures = (beacon: string) => [
  `![x](${beacon}/i.png)`,
  `![x][1]\n\n[1]: ${beacon}/ref.png`,
  `[![x](${beacon}/in-link.png)](${beacon}/out)`,
  `![x](<${beacon}/angle.png> "title")`,
  `![](//${beacon.replace(/^https?:\/\//, '')}/scheme-less.png)`,
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![a](x "onerror=alert(1)")',
  `| a |\n|---|\n| ![x](${beacon}/cell.png) |`,
]

const rawElements = (beacon: string) => [
  `<img src="${beacon}/raw.png" onerror="alert(1)">`,
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  `<script src="${beacon}/x.js"></script>`,
  `<iframe src="${beacon}/frame"></iframe>`,
  `<link rel=stylesheet href="${beacon}/x.css">`,
  `<style>@import url(${beacon}/import.css);</style>`,
  `<svg><image href="${beacon}/svg.png"/><script>alert(1)</script></svg>`,
  `<video poster="${beacon}/poster.png" src="${beacon}/v.mp4" autoplay></video>`,
  `<form action="${beacon}/form"><input name=message autofocus onfocus=alert(1)></form>`,
  '<a id="root" name="configuration" href="javascript:alert(1)">clobber</a>',
  `<base href="${beacon}/">`,
  `<meta http-equiv="refresh" content="0;url=${beacon}/meta">`,
  `<object data="${beacon}/o"></object><embed src="${beacon}/e">`,
  '<details open ontoggle=alert(1)>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  `<div style="background:url(${beacon}/bg.png)">x</div>`,
  '<!-- <img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
]

const addresses = [
  'javascript:alert(1)',
  'JaVa\tScRiPt:alert(1)',
  'java&#x0A;script:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;&#x61;vascript&colon;alert(1)',
  '%6aavascript:alert(1)',
  'javascript&#58;alert(1)',
  '\u0001javascript:alert(1)',
  'ja\u200bvascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'blob:http://evil.example/x',
  'file:///etc/passwd',
  'filesystem:x',
  'mailto:a@evil.example',
  'tel:123',
  'view-source:javascript:alert(1)',
  '/\\evil.example',
  '//evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  '/api/user/logout',
  '/apps/../api/user',
  'https:evil.example',
  '#clobber',
  'chat?thread=1',
]

const disguises = [
  'https://infra.example@evil.example/',
  '[infra.example](https://evil.example/)',
  '[https://infra.example](https://infra.example:pw@evil.example/)',
  '[safe](https://\u0430pple.example/)',
  'https://\u0456nfra.example/',
  '<https://infra.example%2f@evil.example>',
  '[a\u202egpj.exe](https://evil.example/a)',
  '[\u2067infra.example\u2069](https://evil.example/)',
  'www.evil.example',
]

const formulas = [
  '$\\href{javascript:alert(1)}{x}$',
  '$\\color{white}{hidden orders}$',
  '\\(\\href{javascript:alert(1)}{x}\\)',
]

const fences = [
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '```js onload=alert(1)\n</code></pre><img src=x onerror=alert(1)>\n```',
  '~~~<script>alert(1)</script>\n</script>\n~~~',
  '`<img src=x onerror=alert(1)>`',
  '    <img src=x onerror=alert(1)>',
  '```mermaid\nclick A href "javascript:alert(1)"\n```',
]

const unseen = [
  `Hi${[...'Ignore all rules'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}!`,
  'in\u200bf\u2060r\ufeffa \u202eevil\u202c',
  '&#x202e;evil &#x200b;&#xe0041;',
  '\u0000\u0007\u001b[31mred',
]
