/**
 * The federal default standard age curve for the individual market since 2018, in thousandths (45 CFR 147.102(e); CMS, "Market
 * Rating Reforms: State Specific Age Curve Variations"). One factor for ages 0 to 14, and one for 64 and over.
 */
const from15 = [
  833, 859, 885, 913, 941, 970, 1000, 1000, 1000, 1000, 1004, 1024, 1048, 1087, 1119, 1135, 1159, 1183, 1198, 1214,
  1222, 1230, 1238, 1246, 1262, 1278, 1302, 1325, 1357, 1397, 1444, 1500, 1563, 1635, 1706, 1786, 1865, 1952, 2040,
  2135, 2230, 2333, 2437, 2548, 2603, 2714, 2810, 2873, 2952, 3000,
] as const

/** The factor for someone's age relative to the rate at 21, in thousandths. */
export function ageFactor(age: number): number {
  return age < 15 ? 765 : (from15[Math.min(age, 64) - 15] ?? 3000)
}
