/** Stands for a brand's code: providers and drugs of files about several brands. */
export const everyBrand = '*'
