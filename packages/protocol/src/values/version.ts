/** Shown in the sidebar and named in bug reports. */
export const VERSION_LABEL = 'Beta 1.0.1'
