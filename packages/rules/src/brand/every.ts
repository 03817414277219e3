/** Stands for every brand wherever a brand is named: for a text, a person's work, a target or a figure. */
export const everyBrand = 'ALL'
