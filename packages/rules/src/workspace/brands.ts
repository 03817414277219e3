/** Stands for every brand where the workspace names one: of a person's work, of a canned reply, of a target or figure. */
export const everyBrand = 'ALL'
