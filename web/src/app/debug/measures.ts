/** Name of the measure that lasts until the page is hydrated. */
export const hydrationMeasure = 'hydration'
