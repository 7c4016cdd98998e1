#include "testlib.h"
using namespace std;
int main()
{
	registerValidation();
	int n=inf.readInt(1,50,"n");
	inf.readSpace();
	int m=inf.readInt(1,50,"m");
	inf.readEoln();
	for(int i=0;i<n;i++)
	{
		for(int j=0;j<m;j++)
		{
			inf.readInt(-100,100,"a_ij");
			if(j<m-1) inf.readSpace();
		}
		inf.readEoln();
	}
	inf.readEof();
	return 0;
}
