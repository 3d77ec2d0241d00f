import { expect, it } from 'vitest';
import { externalImages } from './images';

it.each([
  ['![A](https://other.example/a.png)', ['https://other.example/a.png']],
  ['Text ![A]( <//other.example/a.png> "T") text', ['//other.example/a.png']],
  ['![A](data:image/png;base64,AA)', ['data:image/png;base64,AA']],
  ['![A](a.png)', ['a.png']],
  ['![A][pic]\n\n[pic]: http://other.example/a.png', ['http://other.example/a.png']],
  ['![pic]\n\n[PIC]: http://other.example/a.png', ['http://other.example/a.png']],
  ['[![A](https://other.example/a.png)](https://other.example)', ['https://other.example/a.png']],
  ['![A](/favicon.svg)', []],
  ['[A link](https://other.example/a.png)', []],
  ['Write `![A](https://other.example/a.png)` for a picture', []],
  ['```md\n![A](https://other.example/a.png)\n```\n', []],
])('the pictures of other sites in %j', (markdown, addresses) => {
  expect(externalImages(markdown)).toEqual(addresses);
});
