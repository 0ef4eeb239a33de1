/**
 * At most six round values for an axis. The first one is not above the lowest price, and the last one is not below the
 * highest.
 */
export function niceTicks(lowest: number, highest: number): number[] {
  const span = highest - lowest || Math.max(1, Math.abs(highest) * 0.1);
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? power * 10;
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

/**
 * The first days of at most six months, evenly spread between two days, each labelled with its month. If the two days are a
 * year or more apart, the first label of each year is the year.
 */
export function monthTicks(from: string, to: string): { at: number; label: string }[] {
  const [first, last] = [new Date(from), new Date(to)];
  const count = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  const step = Math.max(1, Math.ceil(count / 5));
  return Array.from({ length: Math.floor(count / step) + 1 }, (_, place) => {
    const day = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + place * step, 1));
    const isYear = count > 11 && (place === 0 || day.getUTCMonth() < step);
    return { at: day.getTime(), label: isYear ? String(day.getUTCFullYear()) : (months[day.getUTCMonth()] ?? "") };
  });
}
