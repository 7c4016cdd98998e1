open('testcase.in','w').write('7\n')
open('testcase.ans','w').write('7 ans\n')
open('testcase.out','w').write('7 out\n')
