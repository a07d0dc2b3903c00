/** `npm run figures [-- --json]`: what the book can say of itself in numbers; judges nothing. */
import { Failure, runScript } from './failure';
import { bookFigures, formatFigures } from './figures';

void runScript(async () => {
  const mode = process.argv.slice(2).join(' ');
  const pages = await bookFigures();
  if (mode === '--json') console.log(JSON.stringify(pages));
  else if (mode === '') console.log(formatFigures(pages));
  else throw new Failure(`不认识的参数 ${mode}，只能是 --json`);
});
