/** Stands for a brand's code: providers and drugs in files about several brands. */
export const everyBrand = '*'
