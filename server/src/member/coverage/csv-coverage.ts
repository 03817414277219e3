/** What comes before a coverage's id in `coverage_source` if the file of members told of it; a claim names it by the id alone. */
export const csvCoverage = 'csv:'
