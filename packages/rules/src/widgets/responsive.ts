/** How much room the page has (MN-7), narrowest first. */
export const responsiveStates = ['mobile', 'tablet', 'notebook', 'desktop'] as const
export type ResponsiveState = (typeof responsiveStates)[number]

/** The minimum widths, in rem of the chosen text size: the larger the text, the less room. The header switches to its wide form at 60. */
const from = { tablet: 40, notebook: 60, desktop: 80 } as const

/** The state of a window; both in CSS px. */
export function responsiveState(window: { readonly width: number; readonly rem: number }): ResponsiveState {
  const width = window.width / window.rem
  if (width >= from.desktop) return 'desktop'
  if (width >= from.notebook) return 'notebook'
  return width >= from.tablet ? 'tablet' : 'mobile'
}

/** Whether a change crosses the boundary between mobile and tablet on one side and notebook and desktop on the other. */
export function crossesBoundary(before: ResponsiveState, after: ResponsiveState): boolean {
  return isWide(before) !== isWide(after)
}

function isWide(state: ResponsiveState): boolean {
  return state === 'notebook' || state === 'desktop'
}
