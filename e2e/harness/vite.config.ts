import web from '@infra/web/vite'

/** The web app's own build, from another entry. */
export default { ...web, root: import.meta.dirname, publicDir: '../../apps/web/public' }
