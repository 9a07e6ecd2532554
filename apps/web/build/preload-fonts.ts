import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Preloads the font of running text: text that is laid out before the font is there keeps the fallback. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /infra-sans.*[.]woff2$/.test(file))
          .map(preload),
    },
  }
}

function preload(file: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
    injectTo: 'head',
  }
}
