// Names below a chart.
const WORD = 90; // room for the name of a turn below a chart

/** Those whose names do not run into the name before, nor over the edge. */
export function apart<T>(all: T[], x: (each: T) => number, wide: number): T[] {
  let free = -Infinity;
  return all.filter((each) => {
    const fits = x(each) >= free && x(each) + WORD <= wide;
    if (fits) free = x(each) + WORD;
    return fits;
  });
}
