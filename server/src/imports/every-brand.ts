/** In the place of a brand's code: providers and drugs of files that speak of several brands. */
export const everyBrand = '*'
