/** Stands for every brand where a brand is named: of a text, of a person's work, of a target or figure. */
export const everyBrand = 'ALL'
