/** The pages of a brand's own site (SH-10): its home, coverage and care explained (`/cce/`), and ways to save (`/wts/`). */
export const siteSections = ['home', 'cce', 'wts'] as const
export type SiteSection = (typeof siteSections)[number]

/** Where a part of such a page leads to. */
export const siteWays = ['plans', 'medicare', 'care', 'call'] as const
